import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { Ids } from '../platform/ids.js';
import type { DirectMessage, PlanReply } from '../protocol/records/work.js';
import { acceptHistory } from './accept-history.js';
import { chatPrompt, planPrompt } from './conversation-prompt.js';
import { EmployeeConversation, type FallbackFloor } from './employee-conversation.js';
import type { ChatRequest } from './dto/chat.dto.js';
import type { PlanCommand } from './dto/plan.dto.js';

/**
 * Conversations with employees outside any pipeline: no run, no stage, no turn (interface.md 4.3).
 * The floor is the one the client names, else the default of its transport.
 */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversation: EmployeeConversation,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * One question and its answer, sent to every client.
   * @throws RefusedError
   */
  async chat(request: ChatRequest, fallback: FallbackFloor): Promise<readonly DirectMessage[]> {
    const interlocutor = await this.conversation.find(request, fallback);
    const { employeeId, text } = request;
    const question = this.message({ employeeId, role: 'user', text });
    let messages: readonly DirectMessage[] = [question];
    const prompt = {
      role: 'system',
      content: chatPrompt(interlocutor.floor, interlocutor.role),
    } as const;
    await this.conversation.ask(
      interlocutor,
      [prompt, { role: 'user', content: text }],
      (tx, answer) => {
        messages = [question, this.message({ employeeId, role: 'employee', ...answer })];
        tx.publish({ type: 'direct.message', employeeId, messages });
      },
    );
    return messages;
  }

  /**
   * One planning turn. The client keeps the conversation and sends it along; nothing is kept here.
   * @throws RefusedError
   */
  async plan(request: PlanCommand, fallback: FallbackFloor): Promise<PlanReply> {
    const interlocutor = await this.conversation.find(request, fallback);
    const { employeeId, requestId = null, history = [] } = request;
    const { text, route } = await this.conversation.ask(interlocutor, [
      { role: 'system', content: planPrompt(interlocutor.floor, interlocutor.role) },
      ...acceptHistory(history).map((turn) => ({ role: turn.role, content: turn.text })),
      { role: 'user', content: request.text },
    ]);
    return { employeeId, requestId, text, route };
  }

  private message(fields: Omit<DirectMessage, 'id' | 'at'>): DirectMessage {
    const { employeeId, role, text, route } = fields;
    const at = this.clock.now();
    return { id: this.ids.next('dm'), employeeId, role, text, at, ...(route && { route }) };
  }
}
