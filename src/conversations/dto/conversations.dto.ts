import { conversationTexts } from '../../protocol/texts/conversations.js';
import { OptionalArray, OptionalString, RequiredText } from '../../platform/validation/fields.js';

/** Body of `POST /api/chat`, payload of the `chat` command. */
export class ChatRequest {
  @RequiredText(conversationTexts.chatFields)
  employeeId!: string;

  @RequiredText(conversationTexts.chatFields)
  text!: string;

  @OptionalString()
  workspaceId?: string;
}

/** Body of `POST /api/plan`. */
export class PlanRequest {
  @RequiredText(conversationTexts.planFields)
  employeeId!: string;

  @RequiredText(conversationTexts.planFields)
  text!: string;

  /** Earlier turns, `{ role: 'user' | 'assistant', text }`, oldest first; others are dropped. */
  @OptionalArray()
  history?: unknown[];

  @OptionalString()
  workspaceId?: string;
}

/** Payload of the `plan` command. */
export class PlanCommand extends PlanRequest {
  /** Repeated in the reply. */
  @OptionalString()
  requestId?: string;
}
