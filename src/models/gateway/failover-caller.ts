import { Observations } from '../../platform/telemetry/observations.js';
import type { RouteDecision } from '../../protocol/records/routes.js';
import { providerTexts } from '../../protocol/texts/models.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { ModelCaller, ModelCallFailure } from './model-call.js';
import type { ModelAnswer, ModelCall } from './model-call.js';
import type { CallableModel, RouteAttempts } from './route-attempts.js';
import { addUsage, noUsage } from './usage.js';

/** Resolves a route; null if the provider or the model is gone, or the model is disabled. */
export interface CallableModels {
  callable(providerId: string, modelId: string): CallableModel | null;
}

/** Calls the models of a decision in order, with retries for each. */
export class FailoverCaller extends ModelCaller {
  constructor(
    private readonly models: CallableModels,
    private readonly attempts: RouteAttempts,
    private readonly observations: Observations = new Observations(),
  ) {
    super();
  }

  override async call(decision: RouteDecision, call: ModelCall): Promise<ModelAnswer> {
    const attemptedRoutes: string[] = [];
    let usage = noUsage;
    let failedProvider: string | null = null;
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
    const routes = [decision, ...decision.fallbacks];
    for (const [index, { providerId, modelId }] of routes.entries()) {
      if (call.signal.aborted) return fail(runTexts.cancelled, true);
      const target = this.models.callable(providerId, modelId);
      if (target === null) {
        attemptedRoutes.push(providerTexts.unavailable(providerId, modelId));
        continue;
      }
      const hasOthers = routes.slice(index + 1).some((route) => route.providerId !== providerId);
      if (failedProvider !== null) {
        this.observations.record({ kind: 'failed-over', providerId: failedProvider });
      }
      stream.begin();
      const place = { spentUsd: usage.costUsd, hasOthers };
      const outcome = await this.attempts.run(target, streamedCall, place);
      if (outcome === 'unpaid') {
        // A cheaper later route may still be affordable.
        attemptedRoutes.push(providerTexts.unpaid(providerId, modelId));
        continue;
      }
      usage = addUsage(usage, outcome.usage);
      if ('answer' in outcome) {
        stream.restart();
        const { counts: _, ...answer } = outcome.answer;
        return { ...answer, usage, servedBy: { providerId, modelId }, attemptedRoutes };
      }
      if (call.signal.aborted) return fail(runTexts.cancelled, true);
      attemptedRoutes.push(providerTexts.attempt(providerId, modelId, outcome.error));
      failedProvider = providerId;
      if (outcome.isFinal) return fail(outcome.error, false);
    }
    return fail(providerTexts.allRoutesFailed(attemptedRoutes), false);
  }
}

type Listeners = Pick<ModelCall, 'onDelta' | 'onReasoning' | 'isAgain'>;

/**
 * Joins the streams of a call's routes. The first output of a route is preceded by a restart if an
 * earlier route, or an earlier attempt at the call, had streamed.
 */
export class RestartingStream {
  private hasOutput: boolean;
  private isStale = false;

  constructor(private readonly listeners: Listeners) {
    this.hasOutput = listeners.isAgain === true;
  }

  /** Starts a new route. */
  begin(): void {
    this.isStale = this.hasOutput;
  }

  readonly delta = (text: string): void => {
    const isRestart = this.isStale;
    this.noteOutput();
    if (isRestart) this.listeners.onDelta?.(text, true);
    else this.listeners.onDelta?.(text);
  };

  readonly reasoning = (text: string): void => {
    this.restart();
    this.noteOutput();
    this.listeners.onReasoning?.(text);
  };

  /** Voids the output of broken routes; for an answer without text. */
  restart(): void {
    if (this.isStale) this.delta('');
  }

  private noteOutput(): void {
    this.hasOutput = true;
    this.isStale = false;
  }
}
