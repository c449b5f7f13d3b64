import { z } from 'zod';
import { acceptedItems } from '../platform/text/foreign-fields.js';
import { Injectable } from '@nestjs/common';
import type { ModelMessage } from '../models/gateway/model-call.js';
import { conversationMark } from '../models/providers/simulated/simulated-turn.js';
import { Clock } from '../platform/clock.js';
import { Ids } from '../platform/ids.js';
import { limits } from '../protocol/limits.js';
import { chatRoles } from '../protocol/records/enums.js';
import type { Role, Workspace } from '../protocol/records/organisation.js';
import type { DirectMessage, PlanReply, PlanTurn } from '../protocol/records/conversations.js';
import { EmployeeConversation, type FallbackFloor } from './employee-conversation.js';
import type { ChatRequest, PlanCommand } from './dto/conversations.dto.js';

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

const planTurns = acceptedItems<z.ZodType<PlanTurn>>(
  z.object({
    role: z.enum(chatRoles),
    text: z
      .string()
      .trim()
      .min(1)
      .transform((text) => text.slice(0, limits.planTurnCharacters)),
  }),
);

/**
 * The used part of a planning history: the last 40 entries, each cut at 4,000 characters, without
 * blank ones and those of other authors than user and assistant.
 */
export function acceptHistory(given: readonly unknown[]): readonly PlanTurn[] {
  return planTurns.parse(given.slice(-limits.planHistoryTurns));
}

const chatRules = [
  'You are talking with somebody from outside, at your desk. No run has been started and none will be by this.',
  'You have no tools here: you cannot open, run, search or change anything, so never say or suggest that you did.',
  'Answer in a few plain sentences. Say what you know, and say so when you do not know.',
  'When the question asks for real work, name the stage of a run that it belongs to, such as research, build or review, and leave it there.',
];

const planRules = [
  'You are helping somebody to shape a brief before any work is commissioned. Nothing has been started.',
  'You have no tools here: you cannot open, run, search or change anything, so never say or suggest that you did.',
  'Find out what the person would look at to say that the work is finished.',
  'Name the decisions that would be costly to change later, and say where the request can be read in two ways.',
  'Ask two or three questions at a time, no more, and only those whose answers change the work.',
  'When you are asked for the brief, answer with the brief alone: one paragraph with the objective, then its acceptance criteria as bullets.',
];

/** System text of a chat outside a run. */
function chatPrompt(floor: Workspace, role: Role): string {
  return prompt(floor, role, chatRules);
}

/** System text of a conversation that shapes a brief. */
function planPrompt(floor: Workspace, role: Role): string {
  return prompt(floor, role, planRules);
}

function prompt(floor: Workspace, role: Role, rules: readonly string[]): string {
  return [
    `You are ${role.displayName}, ${role.title} at ${floor.org.company.name}.`,
    `Your mission: ${role.mission}`,
    `Your voice: ${role.persona.voice}`,
    `The project works in ${floor.path}.`,
    '',
    conversationMark,
    ...rules.map((rule) => `- ${rule}`),
  ].join('\n');
}
