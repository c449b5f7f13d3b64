import { estimateInputTokens, estimateOutputTokens } from '#models/gateway/usage.js';
import type { ModelMessage } from '#models/gateway/model-call.js';
import type { TokenCounts } from '#models/gateway/usage.js';
import {
  type ModelProvider,
  type ProviderAnswer,
  ProviderFailure,
  type ProviderRequest,
} from '#models/providers/model-provider.js';
import { aModel } from '#test/support/models/a-model.js';
import { limits } from '#protocol/limits.js';
import type { Outside } from './outside.js';

const longestAnswer = 1024;
const [costPerMTokIn, costPerMTokOut] = [5, 100];

/** The only model: dear, so that few answers reach the ceiling of a run. */
export const simulatedModel = aModel({
  ...{ id: 'm', providerId: 'v', maxOutputTokens: longestAnswer, contextWindow: 1_000_000 },
  ...{ costPerMTokIn, costPerMTokOut },
});

/** What the smallest answer costs beside its input, USD. */
export const smallestAnswerUsd = (limits.minOutputTokens * costPerMTokOut) / 1e6;

/** Tokens of most answers. */
const shortAnswer = 64;

/** How answers end; debates and reviews go by them. */
const closings = [
  ...['Verdict: approved', 'Verdict: objections', 'Position: agree', 'Position: differ'],
] as const;

/** What a provider says of the tokens of a call. */
const lies: readonly ((counts: TokenCounts) => TokenCounts)[] = [
  () => ({}),
  () => ({ tokensIn: 0, tokensOut: 0 }),
  () => ({ tokensIn: -500, tokensOut: -1 }),
  () => ({ tokensIn: NaN, tokensOut: Infinity }),
  ({ tokensOut = 0 }) => ({ tokensIn: 1e12, tokensOut }),
  ({ tokensIn = 0 }) => ({ tokensIn, tokensOut: 9e15 }),
  (counts) => ({ ...counts, cachedTokens: 1e9, cacheWriteTokens: -3, reasoningTokens: 1e9 }),
  (counts) => ({ ...counts, billedUsd: 1e6 }),
];

/**
 * A provider of models: slow, sometimes late, cut off, refusing, or telling nonsense of what it
 * counted. It bills what it did; a call without any output is free.
 */
export class SeededProvider implements ModelProvider {
  readonly id = 'v';
  readonly canEmbed = false;
  private calls = 0;

  constructor(
    private readonly outside: Outside,
    private readonly by: string,
  ) {}

  async complete(request: ProviderRequest): Promise<ProviderAnswer> {
    const { world, history, plan } = this.outside;
    const { random } = world;
    const { by } = this;
    const { late, refused, cut, lying } = plan.provider;
    const id = `${by}/${++this.calls}`;
    const answer = this.answerTo(request);
    const { tokensIn = 0, tokensOut = 0 } = answer.counts;
    const [inUsd, outUsd] = [(tokensIn * costPerMTokIn) / 1e6, (tokensOut * costPerMTokOut) / 1e6];
    const runId = request.cacheKey ?? '';
    const { key, round } = turnIn(request.messages);
    const [asked, heard] = [`${key}/m${round}`, instructionsIn(request)];
    history.note('provider call', by, { id, runId, asked, heard, inUsd, outUsd });
    await world.delay(0, 3);
    const bill = (usd: number): void => history.note('provider bill', by, { id, usd });
    if (await this.isAborted(request, random.chance(late) ? 20_000 : 400)) {
      bill(0);
      throw new ProviderFailure('aborted', { retryable: false });
    }
    if (random.chance(refused)) {
      bill(0);
      const limited = random.chance(0.5);
      throw new ProviderFailure('busy', { retryable: true, limited, waitMs: 500 });
    }
    request.onAccepted?.();
    request.onDelta?.(answer.text.slice(0, 8));
    const isCut = random.chance(cut);
    const aborted = await this.isAborted(request, 200);
    bill(inUsd + outUsd);
    const told = random.chance(lying)
      ? { ...answer, counts: random.pick(lies)(answer.counts) }
      : answer;
    if (isCut || aborted) {
      throw new ProviderFailure('cut off', { retryable: true, partial: told });
    }
    request.onDelta?.(answer.text.slice(8));
    return told;
  }

  embed(): Promise<number[][]> {
    return Promise.reject(new ProviderFailure('no embeddings', { retryable: false }));
  }

  /** Calls a tool in the first answers of a turn; some of the tools do not exist. */
  private answerTo({ messages, maxOutputTokens = longestAnswer }: ProviderRequest): ProviderAnswer {
    const { random } = this.outside.world;
    const { rounds, round } = turnIn(messages);
    const calls = round > rounds ? 0 : random.between(1, 2);
    const toolCalls = Array.from({ length: calls }, (_, index) => ({
      id: random.chance(0.1) ? '' : `call${index}`,
      name: random.chance(0.1) ? 'no_such_tool' : random.chance(0.6) ? 'act' : 'look',
      argumentsJson: random.chance(0.05) ? '{"asks":' : `{"asks":${random.chance(0.4)}}`,
    }));
    const length = random.chance(0.5) ? shortAnswer : maxOutputTokens;
    const words = 'word'.repeat(random.between(1, Math.max(1, length - 30)));
    const text = calls > 0 ? words : `${words}\n${random.pick(closings)}`;
    const output = { text, reasoning: null, toolCalls };
    const counts = {
      tokensIn: estimateInputTokens(messages),
      tokensOut: Math.min(maxOutputTokens, estimateOutputTokens(output)),
    };
    const finishReason = calls > 0 ? 'tool_calls' : 'stop';
    return { ...output, counts, finishReason };
  }

  /** Waits; true: the caller has gone meanwhile. */
  private async isAborted({ signal }: ProviderRequest, most: number): Promise<boolean> {
    const { world } = this.outside;
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    if (!signal.aborted) await Promise.race([world.delay(5, most), aborted]);
    return signal.aborted;
  }
}

/** As the simulated prompt states them: the step key of the turn, and its rounds of tool calls. */
const prompt = /^turn (\S+) rounds (\d+)/;

export const promptOf = (key: string, rounds: number): string => `turn ${key} rounds ${rounds}`;

/** The turn that is asked for last, and which of its answers is. */
function turnIn(messages: readonly ModelMessage[]) {
  const at = messages.findLastIndex(({ content }) => prompt.test(content));
  const [, key = '', rounds] = prompt.exec(messages[at]?.content ?? '') ?? [];
  const answers = messages.slice(at).filter(({ role }) => role === 'assistant');
  return { key, rounds: Number(rounds), round: answers.length + 1 };
}

/** The instructions that a request shows, in their order. */
function instructionsIn({ messages }: ProviderRequest): string {
  const shown = messages.flatMap(({ content }) => content.match(/^- (steer\d+)$/gm) ?? []);
  return shown.map((line) => line.slice(2)).join(' ');
}
