import { limits } from '#protocol/limits.js';

/**
 * The money of one run (docs/money.md), in USD. `spentUsd` is what settled turns cost. A hold is money
 * of a turn at work: first the worst case of a call that is on its way, then the known cost of its
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
  /** False while the call is on its way. */
  readonly known: boolean;
}

/** What a call may cost at the worst, in USD per million tokens and in tokens. */
export interface CallEstimate {
  readonly tokensIn: number;
  /** The cap on output tokens that the policy or the model sets. */
  readonly tokensOutMax: number;
  readonly usdPerMTokIn: number;
  readonly usdPerMTokOut: number;
}

export interface Admission {
  readonly budget: Budget;
  /** The cap on output tokens the call must be made with. */
  readonly maxOutputTokens: number;
  readonly reservedUsd: number;
}

/** `wait`: ask again when a call has ended. `refused`: what is left does not pay the call. */
type NoAdmission = 'wait' | 'refused';

export function openBudget(limitUsd: number, spentUsd: number): Budget {
  return { limitUsd, spentUsd, holds: [] };
}

/** Whether what is known to be spent has reached the ceiling. */
export function isExhausted(budget: Budget): boolean {
  return knownUsd(budget) >= budget.limitUsd;
}

/** USD left under the ceiling after everything that is known to be spent; never below zero. */
export function remainingUsd(budget: Budget): number {
  return Math.max(0, budget.limitUsd - knownUsd(budget));
}

/**
 * Reserves the worst case of a call (docs/money.md). Where it does not fit, the call waits for those
 * on their way, which mostly cost less than was reserved for them. Alone, its output is clamped to
 * what is left, though never under 256 tokens. Where these do not fit either, only a call that may
 * pass the ceiling is made: the first of its stage. Once known spend has reached the ceiling every
 * call is refused.
 */
export function admit(
  budget: Budget,
  key: string,
  call: CallEstimate,
  mayPass: boolean,
): Admission | NoAdmission {
  if (isExhausted(budget)) return 'refused';
  const freeUsd = budget.limitUsd - budget.spentUsd - sum(budget.holds);
  const fits = worstCaseUsd(call, call.tokensOutMax) <= Math.max(0, freeUsd);
  if (!fits && isAnyOnItsWay(budget)) return 'wait';
  if (!fits && !mayPass && worstCaseUsd(call, smallestTokens(call)) > freeUsd) return 'refused';
  const maxOutputTokens = fits ? call.tokensOutMax : clampedTokens(call, freeUsd);
  const reservedUsd = worstCaseUsd(call, maxOutputTokens);
  const reserved = { key, usd: reservedUsd, known: false };
  return { budget: hold(budget, reserved), maxOutputTokens, reservedUsd };
}

/** The call has ended: its reservation becomes what it is known to have cost, possibly nothing. */
export function learnCost(budget: Budget, key: string, usd: number): Budget {
  return hold(budget, { key, usd, known: true });
}

/** USD of answers that are there while their turn has not settled. */
export function unsettledUsd(budget: Budget): number {
  return sum(budget.holds.filter((held) => held.known));
}

/** The turn has settled: its holds are spent for good. */
export function spendTurn(budget: Budget, keyPrefix: string, usd: number): Budget {
  return {
    ...budget,
    spentUsd: budget.spentUsd + usd,
    holds: budget.holds.filter((held) => !held.key.startsWith(keyPrefix)),
  };
}

/** USD that a call costs when its answer is as long as it may be. */
function worstCaseUsd(call: CallEstimate, tokensOut: number): number {
  return (call.tokensIn * call.usdPerMTokIn + tokensOut * call.usdPerMTokOut) / 1e6;
}

/** Output tokens that so much money can pay beside the input, though never less than the smallest answer. */
function clampedTokens(call: CallEstimate, usd: number): number {
  const { tokensOutMax, usdPerMTokOut } = call;
  if (usdPerMTokOut <= 0) return tokensOutMax;
  const affordable = Math.floor(((usd - worstCaseUsd(call, 0)) * 1e6) / usdPerMTokOut);
  return Math.max(smallestTokens(call), Math.min(tokensOutMax, affordable));
}

/** Of the shortest answer that a call is made for. */
function smallestTokens({ tokensOutMax }: CallEstimate): number {
  return Math.min(limits.minOutputTokens, tokensOutMax);
}

function isAnyOnItsWay(budget: Budget): boolean {
  return budget.holds.some((held) => !held.known);
}

/** USD that is known to be spent, on settled turns and on those at work. */
function knownUsd(budget: Budget): number {
  return budget.spentUsd + unsettledUsd(budget);
}

function hold(budget: Budget, held: Hold): Budget {
  return { ...budget, holds: [...budget.holds.filter((other) => other.key !== held.key), held] };
}

function sum(holds: readonly Hold[]): number {
  return holds.reduce((total, held) => total + held.usd, 0);
}
