import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../platform/errors/error-text.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { RouteDecision, UsageRecord } from '../../protocol/records/work.js';
import { providerTexts } from '../../protocol/texts/models.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { ModelCallFailure } from './model-call-failure.js';
import { ModelCaller } from './model-call.js';
import type { ModelAnswer, ModelCall } from './model-call.js';
import { ProviderFailure } from '../vendors/model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from '../vendors/model-provider.js';
import { RestartingStream } from './restarting-stream.js';
import { attemptsPerRoute, retryDelayMs } from './retry-policy.js';
import { addUsage, noUsage, usageOf, affordableOutputTokens, costUsd } from './usage.js';
import { limits } from '../../protocol/limits.js';

/** A model that can be called now, and the vendor that serves it. */
export interface CallableModel {
  readonly model: ModelSpec;
  readonly provider: ModelProvider;
}

/** Finds what a route names; null when the vendor or the model is gone, or the model is off. */
export interface CallableModels {
  callable(providerId: string, modelId: string): CallableModel | null;
}

type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** A call as one route gets it, its answer already cut to what the model can give. */
type RouteCall = Omit<ModelCall, 'maxOutputTokens'> & {
  readonly maxOutputTokens: number | undefined;
};

/** What one route came to: an answer, or the reason there is none. */
type RouteOutcome =
  | { readonly answer: ProviderAnswer; readonly usage: UsageRecord }
  | { readonly error: string; readonly usage: UsageRecord };

/** Calls models in the order of a decision, retrying each and going on to the next (6.6). */
export class FailoverCaller extends ModelCaller {
  constructor(
    private readonly models: CallableModels,
    private readonly pause: Pause = (ms, signal) => sleep(ms, undefined, { signal }),
    private readonly random: () => number = Math.random,
  ) {
    super();
  }

  override async call(decision: RouteDecision, call: ModelCall): Promise<ModelAnswer> {
    const attemptedRoutes: string[] = [];
    let usage = noUsage;
    const fail = (message: string, cancelled: boolean): never => {
      throw new ModelCallFailure(message, { attemptedRoutes, usage, cancelled });
    };
    const stream = new RestartingStream(call);
    const streamedCall = {
      ...call,
      ...(call.onDelta && { onDelta: stream.delta }),
      ...(call.onReasoning && { onReasoning: stream.reasoning }),
    };
    if (decision.modelId === '') return fail(decision.reason || runTexts.noRoute, false);
    for (const { providerId, modelId } of [decision, ...decision.fallbacks]) {
      if (call.signal.aborted) return fail(runTexts.cancelled, true);
      const target = this.models.callable(providerId, modelId);
      if (target === null) {
        attemptedRoutes.push(providerTexts.unavailable(providerId, modelId));
        continue;
      }
      const maxOutputTokens = longestPaidAnswer(target.model, call, usage.costUsd);
      if (maxOutputTokens === null) {
        // A cheaper route after it may be paid out of what is left.
        attemptedRoutes.push(providerTexts.unpaid(providerId, modelId));
        continue;
      }
      stream.begin();
      const outcome = await this.tryRoute(target, { ...streamedCall, maxOutputTokens });
      usage = addUsage(usage, outcome.usage);
      if ('answer' in outcome) {
        stream.restart();
        const { counts: _, ...answer } = outcome.answer;
        return { ...answer, usage, servedBy: { providerId, modelId }, attemptedRoutes };
      }
      if (call.signal.aborted) return fail(runTexts.cancelled, true);
      attemptedRoutes.push(providerTexts.attempt(providerId, modelId, outcome.error));
    }
    return fail(providerTexts.allRoutesFailed(attemptedRoutes), false);
  }

  private async tryRoute(target: CallableModel, call: RouteCall): Promise<RouteOutcome> {
    const { model, provider } = target;
    for (let attempt = 1; ; attempt++) {
      const { request, hasStreamed } = requestFor(model, call, attempt);
      try {
        const answer = await provider.complete(request);
        return { answer, usage: usageOf(model, answer.counts, call.messages, answer) };
      } catch (thrown) {
        const partial = thrown instanceof ProviderFailure ? thrown.partial : null;
        const retryable = thrown instanceof ProviderFailure && thrown.retryable;
        const last = attempt >= attemptsPerRoute || hasStreamed() || partial !== null;
        if (!retryable || last || !(await this.mayRetry(attempt, call.signal))) {
          const usage =
            partial === null ? noUsage : usageOf(model, partial.counts, call.messages, partial);
          return { error: messageOf(thrown), usage };
        }
      }
    }
  }

  /** Waits for the next try; false when the caller gave up meanwhile. */
  private async mayRetry(retry: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    try {
      await this.pause(retryDelayMs(retry, this.random()), signal);
      return true;
    } catch {
      return false;
    }
  }
}

/** The call as one vendor gets it. Text that reached a client rules a retry out, so it is noted. */
function requestFor(
  model: ModelSpec,
  call: RouteCall,
  attempt: number,
): { request: ProviderRequest; hasStreamed: () => boolean } {
  let streamed = false;
  const noting =
    (listener: (text: string) => void) =>
    (text: string): void => {
      streamed = true;
      listener(text);
    };
  const { onDelta, onReasoning, maxOutputTokens } = call;
  return {
    hasStreamed: () => streamed,
    request: {
      model,
      messages: call.messages,
      tools: call.tools,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(onDelta && { onDelta: noting(onDelta) }),
      ...(onReasoning && { onReasoning: noting(onReasoning) }),
      ...(call.cacheKey !== undefined && { cacheKey: call.cacheKey }),
      signal: call.signal,
      attempt,
    },
  };
}

/**
 * The cap on a model's answer, once routes before it have cost so much of the call's reservation;
 * undefined: none is asked for. Null: not even the smallest answer is paid any more, so that a call
 * which breaks off on one route after another never costs more than was reserved for it.
 */
function longestPaidAnswer(
  model: ModelSpec,
  { maxOutputTokens, reservation }: Pick<ModelCall, 'maxOutputTokens' | 'reservation'>,
  alreadyUsd: number,
): number | undefined | null {
  const cap =
    maxOutputTokens === undefined ? undefined : Math.min(maxOutputTokens, model.maxOutputTokens);
  if (reservation === undefined || alreadyUsd === 0) return cap;
  const longest = cap ?? model.maxOutputTokens;
  const { usd, tokensIn } = reservation;
  if (costUsd(model, tokensIn, longest) === 0) return cap;
  const paid = affordableOutputTokens(model, tokensIn, usd - alreadyUsd);
  return paid < Math.min(limits.minOutputTokens, longest) ? null : Math.min(longest, paid);
}
