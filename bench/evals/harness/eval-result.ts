import type { RunDetail, TurnRecord } from '#protocol/records/work.js';
import { toldCachedShare } from '#protocol/rules/told-cached-share.js';
import type { CheckResult } from './task-repository.js';

/** The result of one attempt at a task. */
export interface EvalResult {
  readonly task: string;
  /** Name of the way that the office worked in. */
  readonly way: string;
  readonly solved: boolean;
  /** Null if it was solved. */
  readonly failure: string | null;
  readonly costUsd: number;
  readonly tokensIn: number;
  /** Output tokens, including reasoning. */
  readonly tokensOut: number;
  readonly reasoningTokens: number;
  /** Share of the input that providers read from their caches, 0 to 1; null if unknown. */
  readonly cachedShare: number | null;
  /** Number of model answers. */
  readonly calls: number;
  readonly turns: number;
  readonly failedTurns: number;
  readonly minutes: number;
  /** Every model that answered as `<provider>/<model>`, without duplicates. */
  readonly models: readonly string[];
}

const shownCharacters = 300;

interface Verdict extends CheckResult {
  /** The time after which the run was cancelled, s. */
  readonly lateAfterS: number | undefined;
}

/** The figures of a run, and whether its result passed the hidden checks. */
export function resultOf(
  attempt: Pick<EvalResult, 'task' | 'way'>,
  run: RunDetail,
  verdict: Verdict,
): EvalResult {
  const sum = (figure: (turn: TurnRecord) => number): number =>
    run.turns.reduce((total, turn) => total + figure(turn), 0);
  const served = run.turns.flatMap(({ servedBy }) =>
    servedBy === undefined ? [] : [`${servedBy.providerId}/${servedBy.modelId}`],
  );
  return {
    ...attempt,
    solved: run.status === 'done' && verdict.passed,
    failure: failureOf(run, verdict),
    costUsd: sum(({ usage }) => usage.costUsd),
    tokensIn: sum(({ usage }) => usage.tokensIn),
    tokensOut: sum(({ usage }) => usage.tokensOut),
    reasoningTokens: sum(({ usage }) => usage.reasoningTokens ?? 0),
    cachedShare: toldCachedShare(run),
    calls: sum(modelCalls),
    turns: run.turns.length,
    failedTurns: run.turns.filter(({ status }) => status !== 'done').length,
    minutes: ((run.endedAt ?? run.updatedAt) - run.createdAt) / 60_000,
    models: [...new Set(served)].toSorted(),
  };
}

/** The result of a task that could not be set up. */
export function notBegun(attempt: Pick<EvalResult, 'task' | 'way'>, error: unknown): EvalResult {
  const words = error instanceof Error ? error.message : String(error);
  return {
    ...attempt,
    solved: false,
    failure: `set-up: ${words.slice(0, shownCharacters)}`,
    costUsd: 0,
    tokensIn: 0,
    tokensOut: 0,
    reasoningTokens: 0,
    cachedShare: null,
    calls: 0,
    turns: 0,
    failedTurns: 0,
    minutes: 0,
    models: [],
  };
}

/**
 * Number of model answers in a turn: ids of tool calls end with the number of their answer, and one
 * more answer ended the turn, unless the last one did nothing but set the plan.
 */
function modelCalls({ toolCalls }: TurnRecord): number {
  const answerOf = (id: string): number => Number(/_(\d+)_\d+$/.exec(id)?.[1] ?? 0);
  const last = Math.max(0, ...toolCalls.map(({ id }) => answerOf(id)));
  const ended = toolCalls.filter(({ id }) => answerOf(id) === last);
  const planned = ended.every(({ name, status }) => name === 'set_plan' && status === 'ok');
  return ended.length > 0 && planned ? last : last + 1;
}

/** The reason of a failure: the run's error, else the output of the checks. */
function failureOf(run: RunDetail, check: Verdict): string | null {
  if (run.status !== 'done' && check.lateAfterS !== undefined) {
    return `not done within ${check.lateAfterS} s`;
  }
  if (run.status !== 'done') return `${run.status}: ${run.error ?? 'without a reason'}`;
  if (check.passed) return null;
  const line = check.output
    .split('\n')
    .find((text) => /^\s*(?:not ok|✖|FAIL|AssertionError)/.test(text));
  return `checks: ${(line ?? check.output).trim().slice(0, shownCharacters)}`;
}
