import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../platform/errors/office-error.js';
import type { ModelSpec } from '../protocol/records/models.js';
import type { RouteDecision, UsageRecord } from '../protocol/records/work.js';
import { providerTexts, runTexts } from '../protocol/texts.js';
import { ModelCallFailure } from './model-call-failure.js';
import { ModelCaller } from './model-call.js';
import type { ModelAnswer, ModelCall } from './model-call.js';
import { ProviderFailure } from './providers/model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from './providers/model-provider.js';
import { attemptsPerRoute, retryDelayMs } from './retry-policy.js';
import { longestPaidAnswer } from './longest-paid-answer.js';
import { addUsage, noUsage, usageOf } from './usage.js';

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
      const outcome = await this.tryRoute(target, { ...call, maxOutputTokens });
      usage = addUsage(usage, outcome.usage);
      if ('answer' in outcome) {
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
      signal: call.signal,
      attempt,
    },
  };
}
