import { estimateTokens } from '../../../../models/gateway/estimate-tokens.js';
import type { ToolSchema } from '../../../../models/gateway/model-call.js';
import type { ModelSpec } from '../../../../protocol/records/models.js';

/** A window that is not known is taken for this. */
const unknownWindow = 32_000;

/** A fallback with a smaller window does not make the prompts of the others small. */
const usualWindow = 32_000;

/** What counting may be wrong by. */
const margin = 0.9;

/** An answer may take so much of the window at most. */
const answerPart = 0.5;

/**
 * Tokens that the messages of a call may take: the context window of the smallest model that may be
 * asked, without the longest answer and the tools.
 *
 * @param models in the order in which they are asked
 */
export function inputRoom(
  models: readonly Pick<ModelSpec, 'contextWindow'>[],
  tokensOutMax: number,
  tools: readonly ToolSchema[],
): number {
  const windows = models.map(({ contextWindow }) => contextWindow || unknownWindow);
  const [first = unknownWindow] = windows;
  const window = Math.min(first, ...windows.filter((size) => size >= usualWindow));
  const answer = Math.min(tokensOutMax, window * answerPart);
  return Math.max(0, Math.floor((window - answer) * margin) - tokensOf(tools));
}

const known = new WeakMap<ToolSchema, number>();

function tokensOf(tools: readonly ToolSchema[]): number {
  return tools.reduce((sum, tool) => {
    const tokens = known.get(tool) ?? estimateTokens(JSON.stringify(tool));
    known.set(tool, tokens);
    return sum + tokens;
  }, 0);
}
