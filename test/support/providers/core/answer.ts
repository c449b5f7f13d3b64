import { countTokens } from './tokens.js';
import type { Answer, Reply, Usage } from './reply.js';
import type { Turn } from './provider-rules.js';

const madeUp = 'Let me look at what was asked and at what is known before I answer.';

/** A reply with ids and usage, cut at the request's limit. */
export function answerTo(
  reply: Reply,
  turn: Turn,
  prompt: Pick<Usage, 'input' | 'cached' | 'written'>,
): { answer: Answer; usage: Usage } {
  const reasoning = turn.thinks ? (reply.reasoning ?? madeUp) : null;
  const thought = countTokens(reasoning ?? '');
  const calls = (reply.toolCalls ?? []).map((call, index) => ({
    ...call,
    id: turn.callId(call.name, index),
  }));
  const whole: Answer = {
    reasoning,
    text: reply.text ?? '',
    calls,
    ending: reply.ending ?? 'stop',
  };
  const answer = cutTo(whole, turn.outputLimit - thought);
  const output = Math.min(turn.outputLimit, thought + tokensSaid(answer));
  return { answer, usage: { ...prompt, output, reasoning: Math.min(thought, turn.outputLimit) } };
}

function tokensSaid({ text, calls }: Answer): number {
  const asked = calls.map(({ name, arguments: args }) => countTokens(name) + countTokens(args));
  return countTokens(text) + asked.reduce((sum, tokens) => sum + tokens, 0);
}

/** Removes what exceeds the limit: the end of the text, and the calls after it. */
function cutTo(answer: Answer, limit: number): Answer {
  const said = tokensSaid(answer);
  if (said <= limit) return answer;
  const kept = Math.floor((answer.text.length * Math.max(0, limit)) / Math.max(1, said));
  return { ...answer, text: answer.text.slice(0, kept), calls: [], ending: 'length' };
}
