import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { attemptsAtOnce } from '#test/support/models/attempts-at-once.js';
import { ProviderFailure } from '../providers/model-provider.js';
import type { ProviderAnswer } from '../providers/model-provider.js';
import type { ModelCall } from './model-call.js';
import type { RouteAttempts } from './route-attempts.js';

type FailureDetails = ConstructorParameters<typeof ProviderFailure>[1];

type RoutePlace = Parameters<RouteAttempts['run']>[2];

const said: ProviderAnswer = {
  text: 'done',
  reasoning: null,
  toolCalls: [],
  counts: { tokensIn: 1000, tokensOut: 500 },
  finishReason: 'stop',
};
const nothing: ProviderAnswer = { ...said, text: '', counts: { tokensIn: 1000, tokensOut: 0 } };

/** One route whose attempts fail in this order until it answers. */
async function attempt(
  failures: readonly FailureDetails[],
  fields: Partial<ModelCall> = {},
  place: RoutePlace = { spentUsd: 0, hasOthers: false },
) {
  const waits: unknown[] = [];
  const pauses: number[] = [];
  const caps: (number | undefined)[] = [];
  const provider = {
    id: 'provider',
    canEmbed: false,
    complete: async ({ maxOutputTokens }: { maxOutputTokens?: number }) => {
      const failure = failures[caps.length];
      caps.push(maxOutputTokens);
      if (failure !== undefined) throw new ProviderFailure('busy', failure);
      return said;
    },
    embed: async () => [],
  };
  const call: ModelCall = {
    messages: [],
    tools: [],
    signal: new AbortController().signal,
    onWait: (wait) => waits.push(wait),
    ...fields,
  };
  const attempts = attemptsAtOnce((ms) => pauses.push(ms));
  const outcome = await attempts.run({ model: aModel({ id: 'one' }), provider }, call, place);
  return { outcome, waits, pauses, caps };
}

const busy: FailureDetails = { retryable: true };

describe('the tries at one route', () => {
  it('come as late as the provider wants, which is told', async () => {
    const { outcome, waits, pauses } = await attempt([{ ...busy, waitMs: 60_000 }]);
    expect(outcome).toMatchObject({ answer: { text: 'done' } });
    expect(pauses).toEqual([60_000]);
    expect(waits).toEqual([{ providerId: 'provider', reason: 'trouble', ms: 60_000 }, null]);
  });

  it('follow each other soon where the provider says nothing, which is not worth a word', async () => {
    const { waits, pauses } = await attempt([busy, busy]);
    expect(pauses).toEqual([600, 1000]);
    expect(waits).toEqual([]);
  });

  it('are three, however many refusals for the rate lie between them', async () => {
    const limited: FailureDetails = { retryable: true, limited: true, waitMs: 1000 };
    const failures = [busy, limited, limited, busy, limited];
    const { outcome, caps, waits } = await attempt(failures);
    expect(outcome).toMatchObject({ answer: { text: 'done' } });
    expect(caps).toHaveLength(6);
    expect(waits.filter((wait) => wait !== null)).toHaveLength(3);
    const { outcome: third } = await attempt([...failures, busy]);
    expect(third).toMatchObject({ error: 'busy', isFinal: false });
  });

  it('say when an answer has ended for good, and what it cost', async () => {
    const { outcome, caps } = await attempt([{ retryable: false, isFinal: true, partial: said }]);
    expect(outcome).toMatchObject({ error: 'busy', isFinal: true, usage: { costUsd: 0.0015 } });
    expect(caps).toHaveLength(1);
  });

  it('pay for what the tries before them have cost out of one reservation', async () => {
    const fields = { maxOutputTokens: 3000, reservation: { usd: 0.004, tokensIn: 1000 } };
    const lost = { ...busy, partial: nothing };
    const { caps, outcome } = await attempt([lost, lost], fields);
    expect(caps).toEqual([3000, 2000, 1000]);
    expect(outcome).toMatchObject({ usage: { tokensIn: 3000, tokensOut: 500 } });
    const small = { maxOutputTokens: 3000, reservation: { usd: 0.0021, tokensIn: 1000 } };
    expect((await attempt([lost], small)).outcome).toMatchObject({ error: 'busy' });
  });
});
