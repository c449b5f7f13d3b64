import type { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { Observations, type TryOutcome } from '../../platform/telemetry/observations.js';
import { currentWork } from '../../platform/telemetry/work-context.js';
import { limits } from '../../protocol/limits.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import type {
  ModelProvider,
  ProviderAnswer,
  ProviderRequest,
} from '../providers/model-provider.js';
import { ProviderFailure } from '../providers/model-provider.js';
import type { ModelCall } from './model-call.js';
import type { RateLimitGates, Ticket } from './rate-limit-gate.js';
import { nextTry } from './retry-policy.js';
import type { TryFailure } from './retry-policy.js';
import { addUsage, affordableOutputTokens, costUsd, noUsage, usageOf } from './usage.js';

/** Pauses of at least this length are reported, ms. */
const toldFromMs = 2000;

/** A callable model with its provider. */
export interface CallableModel {
  readonly model: ModelSpec;
  readonly provider: ModelProvider;
}

/** The state before a route: costs so far and remaining routes. */
interface RoutePlace {
  /** Cost of the call so far, USD. */
  readonly spentUsd: number;
  /** Another provider is among the remaining routes. */
  readonly hasOthers: boolean;
}

/** The result of a route: an answer, or the reason for none. Usage covers all its attempts. */
type RouteOutcome =
  | { readonly answer: ProviderAnswer; readonly usage: UsageRecord }
  | RouteFailure
  /** The rest of the reservation cannot pay for the smallest answer. */
  | 'unpaid';

interface RouteFailure {
  readonly error: string;
  readonly usage: UsageRecord;
  /** No other route may be tried. */
  readonly isFinal: boolean;
}

interface FailedTry {
  readonly thrown: unknown;
  readonly usage: UsageRecord;
  readonly hasOutput: boolean;
}

type Try = { readonly answer: ProviderAnswer; readonly usage: UsageRecord } | FailedTry;

/** Attempts at one route: retries after transient trouble, and waits for its provider's limit. */
export class RouteAttempts {
  constructor(
    private readonly gates: RateLimitGates,
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
    private readonly observations: Observations = new Observations(),
  ) {}

  /** Never throws for a provider's errors. Ends soon after the call's signal is aborted. */
  async run(target: CallableModel, call: ModelCall, place: RoutePlace): Promise<RouteOutcome> {
    const ticket = this.gates.of(target.provider.id).ticket();
    const tries = { failures: 0, refusals: 0 };
    let failed: RouteFailure | null = null;
    for (let attempt = 1; ; attempt++) {
      const before = failed?.usage ?? noUsage;
      const cap = longestPaidAnswer(target.model, call, place.spentUsd + before.costUsd);
      if (cap === null) return failed ?? 'unpaid';
      await this.pass(target, ticket, call);
      if (call.signal.aborted) return failed ?? aborted;
      const tried = await this.try(
        target,
        ticket,
        requestFor(target.model, call, { attempt, cap, clock: this.clock }),
      );
      const usage = addUsage(before, tried.usage);
      if ('answer' in tried) return { answer: tried.answer, usage };
      const failure = failureOf(tried);
      failed = { error: messageOf(tried.thrown), usage, isFinal: failure.isFinal };
      tries[failure.limited ? 'refusals' : 'failures'] += 1;
      const next = nextTry(tries, failure, place.hasOthers, this.random());
      if (next === null) return failed;
      if (next !== 'limit') await this.rest(target, call, next);
      if (call.signal.aborted) return failed;
    }
  }

  private async try(target: CallableModel, ticket: Ticket, noted: NotedRequest): Promise<Try> {
    const startedAt = this.clock.now();
    const begun = this.clock.elapsed();
    const tried = await this.request(target, ticket, noted);
    const { model, attempt } = noted.request;
    this.observations.record({
      kind: 'model-tried',
      providerId: model.providerId,
      modelId: model.id,
      startedAt,
      ms: this.clock.elapsed() - begun,
      firstOutputMs: sinceStart(noted.firstOutputAt(), begun),
      outcome: outcomeOf(tried, noted.request.signal),
      attempt,
      usage: tried.usage,
      work: currentWork(),
    });
    return tried;
  }

  private async request(
    { model, provider }: CallableModel,
    ticket: Ticket,
    { request, firstOutputAt }: NotedRequest,
  ): Promise<Try> {
    const gate = this.gates.of(provider.id);
    const onAccepted = (): void => gate.accepted(ticket);
    try {
      const answer = await provider.complete({ ...request, onAccepted });
      gate.accepted(ticket);
      return { answer, usage: usageOf(model, answer.counts, request.messages, answer) };
    } catch (thrown) {
      const { limited, waitMs, partial } = detailsOf(thrown);
      if (limited) gate.refused(ticket, waitMs);
      else gate.ended(ticket);
      const usage = partial === null ? noUsage : usageOfPart(model, partial, request.messages);
      return { thrown, usage, hasOutput: firstOutputAt() !== null || hasOutput(partial) };
    }
  }

  /** Pauses between attempts; long pauses are reported. */
  private async rest({ provider }: CallableModel, call: ModelCall, ms: number): Promise<void> {
    const isTold = ms >= toldFromMs;
    if (isTold) call.onWait?.({ providerId: provider.id, reason: 'trouble', ms });
    await this.clock.pause(ms, call.signal);
    if (isTold) call.onWait?.(null);
  }

  /** Waits until the provider's limit lets the call through. */
  private async pass({ provider }: CallableModel, ticket: Ticket, call: ModelCall): Promise<void> {
    let isWaiting = false;
    await this.gates.of(provider.id).pass(ticket, call.signal, (ms) => {
      isWaiting = true;
      call.onWait?.({ providerId: provider.id, reason: 'limit', ms });
    });
    if (isWaiting) call.onWait?.(null);
  }
}

const aborted: RouteFailure = { error: runTexts.cancelled, usage: noUsage, isFinal: true };

const unknownFailure = { retryable: false, limited: false, waitMs: null, isFinal: false } as const;

function detailsOf(
  thrown: unknown,
): Pick<ProviderFailure, keyof typeof unknownFailure | 'partial'> {
  return thrown instanceof ProviderFailure ? thrown : { ...unknownFailure, partial: null };
}

/** A route is not retried after its first output. */
function failureOf({ thrown, hasOutput: came }: FailedTry): TryFailure & { isFinal: boolean } {
  const { retryable, limited, waitMs, isFinal } = detailsOf(thrown);
  return came
    ? { retryable: false, limited: false, waitMs, isFinal }
    : { retryable, limited, waitMs, isFinal };
}

function hasOutput(partial: ProviderAnswer | null): boolean {
  if (partial === null) return false;
  const { text, reasoning, toolCalls } = partial;
  return text !== '' || reasoning !== null || toolCalls.length > 0;
}

interface NotedRequest {
  readonly request: ProviderRequest;
  /** Time of the first text passed to listeners; null: none. */
  readonly firstOutputAt: () => number | null;
}

interface TryTerms {
  readonly attempt: number;
  readonly cap: { readonly maxOutputTokens?: number };
  readonly clock: Clock;
}

function sinceStart(at: number | null, startedAt: number): number | null {
  return at === null ? null : at - startedAt;
}

function outcomeOf(tried: Try, signal: AbortSignal): TryOutcome {
  if ('answer' in tried) return 'answered';
  if (signal.aborted) return 'cancelled';
  return detailsOf(tried.thrown).limited ? 'limited' : 'failed';
}

/** The request for one provider. */
function requestFor(
  model: ModelSpec,
  call: ModelCall,
  { attempt, cap, clock }: TryTerms,
): NotedRequest {
  let firstOutputAt: number | null = null;
  const noting =
    (listener: (text: string) => void) =>
    (text: string): void => {
      firstOutputAt ??= clock.elapsed();
      listener(text);
    };
  const { onDelta, onReasoning } = call;
  return {
    firstOutputAt: () => firstOutputAt,
    request: {
      model,
      messages: call.messages,
      tools: call.tools,
      ...(call.toolChoice && { toolChoice: call.toolChoice }),
      ...cap,
      ...(onDelta && { onDelta: noting(onDelta) }),
      ...(onReasoning && { onReasoning: noting(onReasoning) }),
      ...(call.cacheKey !== undefined && { cacheKey: call.cacheKey }),
      ...(call.paced && { paced: call.paced }),
      signal: call.signal,
      attempt,
    },
  };
}

/**
 * Limit of the answer after this much of the reservation was spent; empty: no limit was requested.
 * Null: the smallest answer cannot be paid, so that a call whose routes all break off never costs
 * more than was reserved.
 */
function longestPaidAnswer(
  model: ModelSpec,
  { maxOutputTokens, reservation }: Pick<ModelCall, 'maxOutputTokens' | 'reservation'>,
  alreadyUsd: number,
): { readonly maxOutputTokens?: number } | null {
  const cap =
    maxOutputTokens === undefined
      ? {}
      : { maxOutputTokens: Math.min(maxOutputTokens, model.maxOutputTokens) };
  if (reservation === undefined || alreadyUsd === 0) return cap;
  const longest = cap.maxOutputTokens ?? model.maxOutputTokens;
  const { usd, tokensIn } = reservation;
  if (costUsd(model, tokensIn, longest) === 0) return cap;
  const paid = affordableOutputTokens(model, tokensIn, usd - alreadyUsd);
  const isPaid = paid >= Math.min(limits.minOutputTokens, longest);
  return isPaid ? { maxOutputTokens: Math.min(longest, paid) } : null;
}

/** Cost of an attempt that broke off; marked in the turn if the provider gave no counts. */
function usageOfPart(
  model: CallableModel['model'],
  partial: ProviderAnswer,
  messages: ModelCall['messages'],
): UsageRecord {
  const usage = usageOf(model, partial.counts, messages, partial);
  return usage.estimated === true ? { ...usage, cutOff: true } : usage;
}
