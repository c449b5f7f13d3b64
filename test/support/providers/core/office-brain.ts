import { simulatedAnswer } from '#models/providers/simulated/simulated-answer.js';
import { simulatedTurnOf } from '#models/providers/simulated/simulated-turn.js';
import type { Conversation, Reply } from './reply.js';

/**
 * Plays the employee of a request, so that whole pipelines run against a provider. Its answer
 * depends only on the request.
 */
export function officeBrain({ messages, toolNames }: Conversation): Reply {
  const turn = simulatedTurnOf(
    messages.map(({ role, text }) => ({ role, content: text })),
    toolNames.map((name) => ({ name, description: '', parameters: {} })),
    1,
  );
  const { text, toolCall } = simulatedAnswer(turn);
  return {
    ...(text !== '' && { text }),
    ...(toolCall !== undefined && {
      toolCalls: [{ name: toolCall.name, arguments: toolCall.argumentsJson }],
    }),
  };
}
