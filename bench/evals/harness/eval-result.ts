import type { RunDetail, TurnRecord } from '#protocol/records/work.js';
import type { CheckResult } from './task-repository.js';
import type { EvalTask } from './eval-task.js';

/** What one attempt at a task came to. */
export interface EvalResult {
  readonly task: string;
  readonly solved: boolean;
  /** Null where it was solved. */
  readonly failure: string | null;
  readonly costUsd: number;
  readonly tokensIn: number;
  /** Reasoning included. */
  readonly tokensOut: number;
  readonly reasoningTokens: number;
  /** Share of the input that vendors served from their caches, 0 to 1; null where none is known. */
  readonly cachedShare: number | null;
  /** Answers of models. */
  readonly calls: number;
  readonly turns: number;
  readonly failedTurns: number;
  readonly minutes: number;
  /** `<provider>/<model>` of everybody who answered, each once. */
  readonly models: readonly string[];
}

const shownCharacters = 300;

/** The figures of a run, and whether its result passed the hidden checks. */
export function resultOf(task: EvalTask, run: RunDetail, check: CheckResult): EvalResult {
  const sum = (figure: (turn: TurnRecord) => number): number =>
    run.turns.reduce((total, turn) => total + figure(turn), 0);
  const served = run.turns.flatMap(({ servedBy }) =>
    servedBy === undefined ? [] : [`${servedBy.providerId}/${servedBy.modelId}`],
  );
  return {
    task: task.id,
    solved: run.status === 'done' && check.passed,
    failure: failureOf(run, check),
    costUsd: sum(({ usage }) => usage.costUsd),
    tokensIn: sum(({ usage }) => usage.tokensIn),
    tokensOut: sum(({ usage }) => usage.tokensOut),
    reasoningTokens: sum(({ usage }) => usage.reasoningTokens ?? 0),
    cachedShare: run.cachedShare,
    calls: sum(modelCalls),
    turns: run.turns.length,
    failedTurns: run.turns.filter(({ status }) => status !== 'done').length,
    minutes: ((run.endedAt ?? run.updatedAt) - run.createdAt) / 60_000,
    models: [...new Set(served)].toSorted(),
  };
}

/**
 * Answers of the model in a turn: the ids of its tool calls end with the number of the answer that
 * made them, and one more ended the turn.
 */
function modelCalls({ toolCalls }: TurnRecord): number {
  return 1 + Math.max(0, ...toolCalls.map(({ id }) => Number(/_(\d+)_\d+$/.exec(id)?.[1] ?? 0)));
}

/** Why a task is not solved: the run's own error before what the checks found. */
function failureOf(run: RunDetail, check: CheckResult): string | null {
  if (run.status !== 'done') return `${run.status}: ${run.error ?? 'without a reason'}`;
  if (check.passed) return null;
  const line = check.output
    .split('\n')
    .find((text) => /^\s*(?:not ok|✖|FAIL|AssertionError)/.test(text));
  return `checks: ${(line ?? check.output).trim().slice(0, shownCharacters)}`;
}
