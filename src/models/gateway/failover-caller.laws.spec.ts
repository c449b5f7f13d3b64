import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aModel } from '#test/support/models/a-model.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { attemptsAtOnce } from '#test/support/models/attempts-at-once.js';
import { FailoverCaller } from './failover-caller.js';
import { ModelCallFailure } from './model-call.js';
import type { ModelCall } from './model-call.js';
import { ProviderFailure } from '../providers/model-provider.js';
import type { ModelProvider, ProviderRequest } from '../providers/model-provider.js';

/** The bound of docs/money.md: all routes of a call together cost at most the reserved amount. */

/** Tolerance for floating-point errors, USD. */
const dust = 1e-9;
const tokensIn = 1000;

interface Route {
  readonly model: ModelSpec;
  /** Share of the longest answer that arrives before it breaks off; 1: a complete answer. */
  readonly share: number;
  /** Earlier attempts without output whose input is charged. */
  readonly troubles: number;
}

const price = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 100, noNaN: true }));
const share = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 0.99, noNaN: true }));
const route: fc.Arbitrary<Omit<ModelSpec, 'id'> & Omit<Route, 'model'>> = fc
  .record({
    costPerMTokIn: price,
    costPerMTokOut: price,
    maxOutputTokens: fc.integer({ min: 1, max: 20_000 }),
    share,
    troubles: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ share: part, troubles, ...prices }) => ({ ...aModel(prices), share: part, troubles }));
const routes = fc.array(route, { minLength: 1, maxLength: 4 }).map((drawn) =>
  drawn.map(({ share: part, troubles, ...model }, index) => ({
    model: { ...model, id: `m${index}` },
    share: part,
    troubles,
  })),
);

/** A provider that charges its stated prices and breaks off as drawn. */
function providerOf(drawn: readonly Route[]): ModelProvider {
  const complete = async ({ model, maxOutputTokens = 0, attempt }: ProviderRequest) => {
    const found = drawn.find((candidate) => candidate.model.id === model.id);
    const { share: part = 0, troubles = 0 } = found ?? {};
    const counts = { tokensIn, tokensOut: Math.floor(maxOutputTokens * part) };
    const finishReason = 'stop' as const;
    const said = { text: 'x', reasoning: null, toolCalls: [], counts, finishReason };
    if (attempt <= troubles) {
      const partial = { ...said, text: '', counts: { tokensIn, tokensOut: 0 } };
      throw new ProviderFailure('no capacity', { retryable: true, partial });
    }
    if (part < 1) throw new ProviderFailure('cut', { retryable: true, partial: said });
    return said;
  };
  return { id: 'provider', canEmbed: false, complete, embed: async () => [] };
}

/** The cost of the call, answered or not. */
async function costOf(drawn: readonly Route[], call: ModelCall): Promise<number> {
  const provider = providerOf(drawn);
  const callable = (_: string, modelId: string) => {
    const found = drawn.find(({ model }) => model.id === modelId);
    return found === undefined ? null : { model: found.model, provider };
  };
  const [first, ...fallbacks] = drawn.map(({ model }) => ({
    providerId: 'provider',
    modelId: model.id,
    tier: model.tier,
    blendedCostPerKTok: 0,
    reason: '',
  }));
  if (first === undefined) return 0;
  const decision = { ...first, taskClass: 'coding' as const, fallbacks, considered: [] };
  try {
    return (await new FailoverCaller({ callable }, attemptsAtOnce()).call(decision, call)).usage
      .costUsd;
  } catch (thrown) {
    if (thrown instanceof ModelCallFailure) return thrown.usage.costUsd;
    throw thrown;
  }
}

it('a call costs at most what was reserved for it, on however many routes it breaks off', async () => {
  await fc.assert(
    fc.asyncProperty(routes, fc.integer({ min: 1, max: 20_000 }), async (drawn, cap) => {
      const dearest = (pick: (model: ModelSpec) => number) =>
        Math.max(...drawn.map(({ model }) => pick(model)));
      const maxOutputTokens = Math.min(
        cap,
        dearest((model) => model.maxOutputTokens),
      );
      const perMTokIn = dearest((model) => model.costPerMTokIn);
      const perMTokOut = dearest((model) => model.costPerMTokOut);
      const usd = (tokensIn * perMTokIn + maxOutputTokens * perMTokOut) / 1e6;
      const call: ModelCall = {
        messages: [],
        tools: [],
        signal: new AbortController().signal,
        maxOutputTokens,
        reservation: { usd, tokensIn },
      };
      expect(await costOf(drawn, call)).toBeLessThanOrEqual(usd + dust);
    }),
    { numRuns: 500 },
  );
});
