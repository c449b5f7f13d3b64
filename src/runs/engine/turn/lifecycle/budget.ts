import { limits } from '#protocol/limits.js';
import { reachesUsd } from '#protocol/rules/usd.js';
import { sumOf } from '#protocol/rules/sum-of.js';

/**
 * The money of one run (docs/money.md), in USD. `spentUsd` is the cost of settled turns. A hold
 * belongs to an active turn: first the worst case of a pending call, then the known cost of its
 * answer, until the turn settles.
 */
export interface Budget {
  readonly limitUsd: number;
  readonly spentUsd: number;
  readonly holds: readonly Hold[];
}

interface Hold {
  /** Step key of the model call. */
  readonly key: string;
  readonly usd: number;
  /** False while the call is pending. */
  readonly known: boolean;
}

/** The worst-case cost of a call, in USD per million tokens and in tokens. */
export interface CallEstimate {
  readonly tokensIn: number;
  /** Limit of output tokens from the policy or the model. */
  readonly tokensOutMax: number;
  readonly usdPerMTokIn: number;
  readonly usdPerMTokOut: number;
}

export interface Admission {
  readonly budget: Budget;
  /** Limit of output tokens for this call. */
  readonly maxOutputTokens: number;
  readonly reservedUsd: number;
}

/** `wait`: retry after a call has ended. `refused`: the remaining money cannot pay for the call. */
type NoAdmission = 'wait' | 'refused';

export function openBudget(limitUsd: number, spentUsd: number): Budget {
  return { limitUsd, spentUsd, holds: [] };
}

/** True if known spending has reached the ceiling. */
export function isExhausted(budget: Budget): boolean {
  return reachesUsd(knownUsd(budget), budget.limitUsd);
}

/** USD below the ceiling after known spending; never negative. */
export function remainingUsd(budget: Budget): number {
  return Math.max(0, budget.limitUsd - knownUsd(budget));
}

/**
 * Reserves the worst case of a call (docs/money.md). If it does not fit, the call waits for pending
 * ones, which usually cost less than reserved. Without pending calls its output is limited to the
 * remaining money, but to no less than 256 tokens. If even these do not fit, only the first call of
 * a stage is allowed to exceed the ceiling. Once known spending has reached the ceiling, every call
 * is refused.
 */
export function admit(
  budget: Budget,
  key: string,
  call: CallEstimate,
  mayPass: boolean,
): Admission | NoAdmission {
  if (isExhausted(budget)) return 'refused';
  const freeUsd = budget.limitUsd - budget.spentUsd - sumOf(budget.holds, ({ usd }) => usd);
  const fits = worstCaseUsd(call, call.tokensOutMax) <= Math.max(0, freeUsd);
  if (!fits && isAnyOnItsWay(budget)) return 'wait';
  if (!fits && !mayPass && worstCaseUsd(call, smallestTokens(call)) > freeUsd) return 'refused';
  const maxOutputTokens = fits ? call.tokensOutMax : clampedTokens(call, freeUsd);
  const reservedUsd = worstCaseUsd(call, maxOutputTokens);
  const reserved = { key, usd: reservedUsd, known: false };
  return { budget: hold(budget, reserved), maxOutputTokens, reservedUsd };
}

/** Replaces the reservation of an ended call by its known cost, possibly zero. */
export function settleCall(budget: Budget, key: string, usd: number): Budget {
  return hold(budget, { key, usd, known: true });
}

/** USD of answers in unsettled turns. */
export function unsettledUsd(budget: Budget): number {
  return sumOf(
    budget.holds.filter((held) => held.known),
    ({ usd }) => usd,
  );
}

/** Converts the holds of a settled turn into spending. */
export function spendTurn(budget: Budget, keyPrefix: string, usd: number): Budget {
  return {
    ...budget,
    spentUsd: budget.spentUsd + usd,
    holds: budget.holds.filter((held) => !held.key.startsWith(keyPrefix)),
  };
}

/** USD of a call with this many output tokens. */
function worstCaseUsd(call: CallEstimate, tokensOut: number): number {
  return (call.tokensIn * call.usdPerMTokIn + tokensOut * call.usdPerMTokOut) / 1e6;
}

/**
 * Output tokens that this much money can pay for after the input, but at least the smallest answer.
 */
function clampedTokens(call: CallEstimate, usd: number): number {
  const { tokensOutMax, usdPerMTokOut } = call;
  if (usdPerMTokOut <= 0) return tokensOutMax;
  const affordable = Math.floor(((usd - worstCaseUsd(call, 0)) * 1e6) / usdPerMTokOut);
  return Math.max(smallestTokens(call), Math.min(tokensOutMax, affordable));
}

/** Tokens of the smallest useful answer. */
function smallestTokens({ tokensOutMax }: CallEstimate): number {
  return Math.min(limits.minOutputTokens, tokensOutMax);
}

function isAnyOnItsWay(budget: Budget): boolean {
  return budget.holds.some((held) => !held.known);
}

/** USD known to be spent, in settled and active turns. */
function knownUsd(budget: Budget): number {
  return budget.spentUsd + unsettledUsd(budget);
}

function hold(budget: Budget, held: Hold): Budget {
  return { ...budget, holds: [...budget.holds.filter((other) => other.key !== held.key), held] };
}
