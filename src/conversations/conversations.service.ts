import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { Ids } from '../platform/ids.js';
import type { Workspace } from '../protocol/records/organisation.js';
import type { DirectMessage, PlanReply } from '../protocol/records/work.js';
import { acceptHistory } from './accept-history.js';
import { chatPrompt, planPrompt } from './conversation-prompt.js';
import { DeskTalk } from './desk-talk.js';
import type { ChatRequest } from './dto/chat.dto.js';
import type { PlanCommand } from './dto/plan.dto.js';

/**
 * Conversations with employees outside any pipeline: no run, no stage, no turn (interface.md 4.3).
 * The floor is the one the client names, else the one its door falls back on.
 */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly talk: DeskTalk,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * One question and its answer, told to every client.
   * @throws RefusedError
   */
  async chat(
    request: ChatRequest,
    fallback: Workspace | undefined,
  ): Promise<readonly DirectMessage[]> {
    const desk = this.talk.deskOf(request, fallback);
    const { employeeId, text } = request;
    const question = this.message({ employeeId, role: 'user', text });
    const messages: DirectMessage[] = [question];
    const prompt = { role: 'system', content: chatPrompt(desk.floor, desk.role) } as const;
    await this.talk.ask(desk, [prompt, { role: 'user', content: text }], (tx, answer) => {
      messages.push(this.message({ employeeId, role: 'employee', ...answer }));
      tx.publish({ type: 'direct.message', employeeId, messages });
    });
    return messages;
  }

  /**
   * One planning turn. The client keeps the conversation and sends it along; nothing is kept here.
   * @throws RefusedError
   */
  async plan(request: PlanCommand, fallback: Workspace | undefined): Promise<PlanReply> {
    const desk = this.talk.deskOf(request, fallback);
    const { employeeId, requestId = null, history = [] } = request;
    const { text, route } = await this.talk.ask(desk, [
      { role: 'system', content: planPrompt(desk.floor, desk.role) },
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
