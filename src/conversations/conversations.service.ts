import { Injectable } from '@nestjs/common';
import type { ModelMessage } from '../models/gateway/model-call.js';
import { Clock } from '../platform/clock.js';
import { Ids } from '../platform/ids.js';
import type { DirectMessage, PlanReply } from '../protocol/records/work.js';
import { acceptHistory } from './accept-history.js';
import { chatPrompt, planPrompt } from './conversation-prompt.js';
import { EmployeeConversation, type FallbackFloor } from './employee-conversation.js';
import type { ChatRequest } from './dto/chat.dto.js';
import type { PlanCommand } from './dto/plan.dto.js';

/**
 * Conversations with employees outside runs. The floor is the one named, else the transport's
 * default.
 */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversation: EmployeeConversation,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * A question and its answer, sent to all clients.
   * @param left aborted when nobody waits for the answer any more
   * @throws RefusedError
   */
  async chat(
    request: ChatRequest,
    fallback: FallbackFloor,
    left?: AbortSignal,
  ): Promise<readonly DirectMessage[]> {
    const interlocutor = await this.conversation.find(request, fallback);
    const { employeeId, text } = request;
    const question = this.message({ employeeId, role: 'user', text });
    const prompt = {
      role: 'system',
      content: chatPrompt(interlocutor.floor, interlocutor.role),
    } as const;
    return this.conversation.ask(
      interlocutor,
      [prompt, { role: 'user', content: text }],
      (tx, answer) => {
        const messages = [question, this.message({ employeeId, role: 'employee', ...answer })];
        tx.publish({ type: 'direct.message', employeeId, messages });
        return messages;
      },
      left,
    );
  }

  /**
   * A planning turn. The client keeps the conversation and sends it along; nothing is stored.
   * @param left aborted when nobody waits for the answer any more
   * @throws RefusedError
   */
  async plan(
    request: PlanCommand,
    fallback: FallbackFloor,
    left?: AbortSignal,
  ): Promise<PlanReply> {
    const interlocutor = await this.conversation.find(request, fallback);
    const { employeeId, requestId = null, history = [] } = request;
    const messages: readonly ModelMessage[] = [
      { role: 'system', content: planPrompt(interlocutor.floor, interlocutor.role) },
      ...acceptHistory(history).map((turn) => ({ role: turn.role, content: turn.text })),
      { role: 'user', content: request.text },
    ];
    return this.conversation.ask(
      interlocutor,
      messages,
      (_tx, { text, route }) => ({ employeeId, requestId, text, route }),
      left,
    );
  }

  private message(fields: Omit<DirectMessage, 'id' | 'at'>): DirectMessage {
    const { employeeId, role, text, route } = fields;
    const at = this.clock.now();
    return { id: this.ids.next('dm'), employeeId, role, text, at, ...(route && { route }) };
  }
}
