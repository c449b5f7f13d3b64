import { conversationTexts } from '../../protocol/texts/conversations.js';
import { OptionalString, RequiredText } from '../../platform/validation/fields.js';

/** Body of `POST /api/chat`, payload of the `chat` command. */
export class ChatRequest {
  @RequiredText(conversationTexts.chatFields)
  employeeId!: string;

  @RequiredText(conversationTexts.chatFields)
  text!: string;

  @OptionalString()
  workspaceId?: string;
}
