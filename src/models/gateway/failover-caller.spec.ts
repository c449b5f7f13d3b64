import { describe, expect, it, jest } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { RouteCandidate, RouteDecision } from '../../protocol/records/routes.js';
import { attemptsAtOnce } from '#test/support/models/attempts-at-once.js';
import { FailoverCaller } from './failover-caller.js';
import { ModelCallFailure } from './model-call.js';
import type { ModelCall } from './model-call.js';
import { ProviderFailure } from '../providers/model-provider.js';
import type {
  ModelProvider,
  ProviderAnswer,
  ProviderRequest,
} from '../providers/model-provider.js';

type Reply = (request: ProviderRequest) => ProviderAnswer | Promise<ProviderAnswer>;

const models: readonly ModelSpec[] = ['one', 'two', 'three'].map((id) => aModel({ id }));

function answer(text: string, overrides: Partial<ProviderAnswer> = {}): ProviderAnswer {
  return {
    text,
    reasoning: null,
    toolCalls: [],
    counts: { tokensIn: 1000, tokensOut: 500 },
    finishReason: 'stop',
    ...overrides,
  };
}

const refuse =
  (message: string, retryable = false): Reply =>
  () => {
    throw new ProviderFailure(message, { retryable });
  };

/** A caller over models that answer as scripted and then repeat the last reply. */
function callerWith(replies: Record<string, Reply[]>) {
  const asked: string[] = [];
  const requests: ProviderRequest[] = [];
  const provider: ModelProvider = {
    id: 'provider',
    canEmbed: false,
    complete: async (request) => {
      asked.push(request.model.id);
      requests.push(request);
      const script = replies[request.model.id] ?? [];
      const reply = script.length > 1 ? script.shift() : script[0];
      if (reply === undefined) throw new Error(`nothing scripted for ${request.model.id}`);
      return reply(request);
    },
    embed: async () => [],
  };
  const pause = jest.fn((_: number): void => {});
  const caller = new FailoverCaller(
    {
      callable: (_, modelId) => {
        const model = models.find(({ id }) => id === modelId);
        return model === undefined ? null : { model, provider };
      },
    },
    attemptsAtOnce(pause),
  );
  return { caller, asked, requests, pause };
}

function candidate(modelId: string): RouteCandidate {
  return { providerId: 'provider', modelId, tier: 'standard', blendedCostPerKTok: 0, reason: '' };
}

function decision(modelId = 'one', ...fallbacks: string[]): RouteDecision {
  return {
    ...candidate(modelId),
    taskClass: 'coding',
    fallbacks: fallbacks.map(candidate),
    considered: [],
  };
}

function aCall(overrides: Partial<ModelCall> = {}): ModelCall {
  return {
    messages: [{ role: 'user', content: 'x'.repeat(400) }],
    tools: [],
    signal: new AbortController().signal,
    ...overrides,
  };
}

async function failureOf(call: Promise<unknown>): Promise<ModelCallFailure> {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ModelCallFailure);
  return thrown as ModelCallFailure;
}

describe('FailoverCaller', () => {
  it('answers from the chosen model, with its cost', async () => {
    const { caller } = callerWith({ one: [() => answer('done')] });
    expect(await caller.call(decision(), aCall())).toEqual({
      text: 'done',
      reasoning: null,
      toolCalls: [],
      finishReason: 'stop',
      usage: { tokensIn: 1000, tokensOut: 500, costUsd: 0.0015 },
      servedBy: { providerId: 'provider', modelId: 'one' },
      attemptedRoutes: [],
    });
  });

  it('tries one route three times, pausing longer each time', async () => {
    const { caller, asked, pause } = callerWith({
      one: [refuse('busy', true), refuse('busy', true), () => answer('third time')],
    });
    expect((await caller.call(decision(), aCall())).text).toBe('third time');
    expect(asked).toEqual(['one', 'one', 'one']);
    expect(pause.mock.calls.flat()).toEqual([600, 1000]);
  });

  it('tells the provider which try it is', async () => {
    const { caller, requests } = callerWith({ one: [refuse('busy', true), () => answer('')] });
    await caller.call(decision(), aCall());
    expect(requests.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('goes on to the fallbacks in order, and names what failed', async () => {
    const { caller, asked } = callerWith({
      one: [refuse('HTTP 401 from provider: no')],
      two: [refuse('HTTP 500 from provider: oops', true)],
      three: [() => answer('third')],
    });
    const result = await caller.call(decision('one', 'gone', 'two', 'three'), aCall());
    expect(result.servedBy.modelId).toBe('three');
    expect(result.attemptedRoutes).toEqual([
      'provider/one: HTTP 401 from provider: no',
      'provider/gone (unavailable)',
      'provider/two: HTTP 500 from provider: oops',
    ]);
    expect(asked).toEqual(['one', 'two', 'two', 'two', 'three']);
  });

  it('fails when every route failed, with all of them in the message', async () => {
    const { caller } = callerWith({ one: [refuse('no')] });
    const failure = await failureOf(caller.call(decision('one', 'gone'), aCall()));
    expect(failure.message).toBe(
      'all model routes failed: provider/one: no; provider/gone (unavailable)',
    );
    expect(failure.cancelled).toBe(false);
    expect(failure.usage).toEqual({ tokensIn: 0, tokensOut: 0, costUsd: 0 });
  });

  it('does not try a route again once its text was passed on', async () => {
    const onDelta = jest.fn();
    const { caller, asked } = callerWith({
      one: [
        (request) => {
          request.onDelta?.('half');
          throw new ProviderFailure('cut', { retryable: true });
        },
      ],
      two: [() => answer('whole')],
    });
    const result = await caller.call(decision('one', 'two'), aCall({ onDelta }));
    expect(asked).toEqual(['one', 'two']);
    expect(result.text).toBe('whole');
    expect(onDelta).toHaveBeenCalledWith('half');
  });

  describe('after a route that had streamed and broke off', () => {
    const brokenRoute: Reply = (request) => {
      request.onReasoning?.('hm');
      request.onDelta?.('half');
      throw new ProviderFailure('cut', { retryable: true });
    };

    /** What a client receives while the second route answers. */
    async function heard(second: Reply): Promise<unknown[]> {
      const told: unknown[] = [];
      const { caller } = callerWith({ one: [brokenRoute], two: [second], three: [refuse('no')] });
      const listeners = {
        onDelta: (text: string, restart?: true) => void told.push({ text, restart }),
        onReasoning: (reasoning: string) => void told.push({ reasoning }),
      };
      const call = aCall(listeners);
      await caller.call(decision('one', 'two', 'three'), call).catch(() => undefined);
      expect(told.slice(0, 2)).toEqual([{ reasoning: 'hm' }, { text: 'half' }]);
      return told.slice(2);
    }

    it('the first text of the next one says that it begins anew', async () => {
      const second: Reply = (request) => {
        request.onDelta?.('wh');
        request.onDelta?.('ole');
        return answer('whole');
      };
      expect(await heard(second)).toEqual([{ text: 'wh', restart: true }, { text: 'ole' }]);
    });

    it('its reasoning comes after the restart', async () => {
      const second: Reply = (request) => {
        request.onReasoning?.('well');
        request.onDelta?.('whole');
        return answer('whole');
      };
      const restart = { text: '', restart: true };
      expect(await heard(second)).toEqual([restart, { reasoning: 'well' }, { text: 'whole' }]);
    });

    it('an answer without text takes the broken one back', async () => {
      expect(await heard(() => answer(''))).toEqual([{ text: '', restart: true }]);
    });

    it('one that fails without a word leaves it standing', async () => {
      expect(await heard(refuse('no'))).toEqual([]);
    });
  });

  it('charges what had arrived when an answer broke off', async () => {
    const partial = answer('x'.repeat(40), { counts: {} });
    const { caller } = callerWith({
      one: [
        () => {
          throw new ProviderFailure('cut', { retryable: true, partial });
        },
      ],
      two: [() => answer('whole')],
    });
    const { usage } = await caller.call(decision('one', 'two'), aCall());
    expect(usage).toEqual({
      tokensIn: 1000 + 100,
      tokensOut: 500 + 10,
      costUsd: 0.0015 + 0.00011,
      estimated: true,
      cutOff: true,
    });
    const failure = await failureOf(caller.call(decision('one'), aCall()));
    expect(failure.usage).toMatchObject({ costUsd: 0.00011, estimated: true });
  });

  describe('with money reserved', () => {
    /** One dollar per million tokens: 100 input and 1000 output tokens are reserved. */
    const reserved = (usd: number) =>
      aCall({ maxOutputTokens: 1000, reservation: { usd, tokensIn: 100 } });
    /** Breaks off after this many output tokens. */
    const breaksOff =
      (tokensOut: number): Reply =>
      () => {
        const partial = answer('half', { counts: { tokensIn: 100, tokensOut } });
        throw new ProviderFailure('cut', { retryable: true, partial });
      };

    it('cuts the answer of a fallback to what a broken answer has left', async () => {
      const { caller, requests } = callerWith({
        one: [breaksOff(300)],
        two: [() => answer('whole')],
      });
      await caller.call(decision('one', 'two'), reserved(0.0011));
      expect(requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1000, 600]);
    });

    it('asks no fallback for an answer that what is left cannot pay', async () => {
      const { caller, asked } = callerWith({ one: [breaksOff(800)], two: [() => answer('')] });
      const failure = await failureOf(caller.call(decision('one', 'two'), reserved(0.0011)));
      expect(asked).toEqual(['one']);
      expect(failure.message).toBe(
        'all model routes failed: provider/one: cut; ' +
          'provider/two (not tried: what is left of the budget does not pay it)',
      );
      expect(failure.usage.costUsd).toBeCloseTo(0.0009);
    });

    it('is as it was for a fallback while nothing has been spent', async () => {
      const { caller, requests } = callerWith({
        one: [refuse('no')],
        two: [() => answer('whole')],
      });
      await caller.call(decision('one', 'two'), reserved(0.0000001));
      expect(requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1000, 1000]);
    });
  });

  it('stops at once when cancelled, without another route', async () => {
    const controller = new AbortController();
    const { caller, asked } = callerWith({
      one: [
        () => {
          controller.abort();
          throw new ProviderFailure('aborted', { retryable: true });
        },
      ],
    });
    const call = caller.call(decision('one', 'two'), aCall({ signal: controller.signal }));
    const failure = await failureOf(call);
    expect(failure).toMatchObject({ cancelled: true, message: 'Cancelled by the operator.' });
    expect(asked).toEqual(['one']);
  });

  it('can be cancelled between two tries', async () => {
    const controller = new AbortController();
    const { caller, asked, pause } = callerWith({ one: [refuse('busy', true)] });
    pause.mockImplementation(() => controller.abort());
    const call = caller.call(decision('one', 'two'), aCall({ signal: controller.signal }));
    expect((await failureOf(call)).cancelled).toBe(true);
    expect(asked).toEqual(['one']);
  });

  it('calls no provider when it is cancelled already', async () => {
    const { caller, asked } = callerWith({ one: [() => answer('')] });
    const failure = await failureOf(
      caller.call(decision(), aCall({ signal: AbortSignal.abort() })),
    );
    expect(failure.cancelled).toBe(true);
    expect(asked).toEqual([]);
  });

  it('fails with the reason of a decision that found no model', async () => {
    const { caller } = callerWith({});
    const nowhere = { ...decision(''), reason: 'model catalog is empty; no model can be routed.' };
    const failure = await failureOf(caller.call(nowhere, aCall()));
    expect(failure.message).toBe('model catalog is empty; no model can be routed.');
    const silent = await failureOf(caller.call({ ...nowhere, reason: '' }, aCall()));
    expect(silent.message).toBe('No model could be routed for this turn.');
  });

  it("asks for no more output than the model's own maximum", async () => {
    const { caller, requests } = callerWith({ one: [() => answer('')] });
    await caller.call(decision(), aCall({ maxOutputTokens: 1_000_000 }));
    await caller.call(decision(), aCall({ maxOutputTokens: 100 }));
    await caller.call(decision(), aCall());
    expect(requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([8192, 100, undefined]);
  });
});
