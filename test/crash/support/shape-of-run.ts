import { inputOfAnswers } from './counting-provider.js';
import type { RunDetail, UsageRecord } from '#protocol/records/work.js';

/** What must be the same of a run whether or not the service died while it worked on it. */
export interface RunShape {
  readonly status: string;
  readonly stages: readonly string[];
  readonly turns: readonly string[];
  readonly artifacts: readonly string[];
  /** Tokens the provider counted; their price may differ, since routing learns from earlier runs. */
  readonly tokens: number;
  /** Turns whose spend holds an estimate, though no attempt at a call was lost in them. */
  readonly estimatedInVain: number;
  /** Spend of the run less the cost of its turns, in micro-dollars: nothing is charged twice. */
  readonly unexplainedMicroUsd: number;
}

export function shapeOf(run: RunDetail): RunShape {
  return {
    status: run.status,
    stages: run.stages.map(
      ({ spec, status, turnIds }) => `${spec.name}: ${status}, ${turnIds.length}`,
    ),
    turns: run.turns
      .map(({ roleId, purpose, status }) => `${roleId}: ${purpose}: ${status}`)
      .sort(),
    // What a command wrote that a crash cut off has no producer: its outcome is unknown.
    artifacts: run.artifacts
      .filter(({ path }) => path === undefined)
      .map(({ kind, title }) => `${kind}: ${title}`),
    tokens: sum(run.turns.map(({ usage }) => usage.tokensIn + usage.tokensOut - lostTokens(usage))),
    estimatedInVain: run.turns.filter(
      ({ usage }) => usage.estimated === true && lostTokens(usage) <= 0,
    ).length,
    // Without the sign of a zero, which comparisons tell apart.
    unexplainedMicroUsd:
      Math.round((run.budget.spentUsd - sum(run.turns.map(({ usage }) => usage.costUsd))) * 1e6) +
      0,
  };
}

/** Input of attempts that a crash cut off: estimated, and charged beside what the provider counted. */
function lostTokens({ estimated, tokensIn, tokensOut }: UsageRecord): number {
  return estimated === true ? tokensIn - inputOfAnswers(tokensOut) : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
