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

/** Pauses after trouble are told from so many ms on. */
const toldFromMs = 2000;

/** A model that can be called now, and the vendor that serves it. */
export interface CallableModel {
  readonly model: ModelSpec;
  readonly provider: ModelProvider;
}

/** What came before a route, and what is left after it. */
export interface RoutePlace {
  /** What the call has cost so far, USD. */
  readonly spentUsd: number;
  /** Another provider is among the routes that are left. */
  readonly hasOthers: boolean;
}

/** What one route came to: an answer, or the reason there is none. Usage is that of all its tries. */
type RouteOutcome =
  | { readonly answer: ProviderAnswer; readonly usage: UsageRecord }
  | RouteFailure
  /** What is left of the reservation does not pay the smallest answer. */
  | 'unpaid';

interface RouteFailure {
  readonly error: string;
  readonly usage: UsageRecord;
  /** No other route is to be asked. */
  readonly isFinal: boolean;
}

interface FailedTry {
  readonly thrown: unknown;
  readonly usage: UsageRecord;
  readonly hasOutput: boolean;
}

type Try = { readonly answer: ProviderAnswer; readonly usage: UsageRecord } | FailedTry;

/** Tries at one route: after passing trouble again, and when its provider's limit allows it. */
export class RouteAttempts {
  constructor(
    private readonly gates: RateLimitGates,
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
    private readonly observations: Observations = new Observations(),
  ) {}

  /** Never throws for what a vendor does. Ends soon after the call's signal is aborted. */
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
    this.observations.tell({
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

  /** A pause between two tries; one that is worth a word is told. */
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

/** Once output has come, the same route is not asked again. */
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
  /** When the first text reached the listeners; null: none has. */
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

/** The call as one vendor gets it. */
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
      signal: call.signal,
      attempt,
    },
  };
}

/**
 * The cap on a model's answer, once tries before it have cost so much of the call's reservation;
 * empty: none is asked for. Null: not even the smallest answer is paid any more, so that a call
 * which breaks off on one route after another never costs more than was reserved for it.
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

/** What a try that broke off has cost; without counts of the vendor the turn says so. */
function usageOfPart(
  model: CallableModel['model'],
  partial: ProviderAnswer,
  messages: ModelCall['messages'],
): UsageRecord {
  const usage = usageOf(model, partial.counts, messages, partial);
  return usage.estimated === true ? { ...usage, cutOff: true } : usage;
}
