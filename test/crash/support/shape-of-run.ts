import type { RunDetail } from '../../../src/protocol/records/work.js';

/** What must be the same of a run whether or not the service died while it worked on it. */
export interface RunShape {
  readonly status: string;
  readonly stages: readonly string[];
  readonly turns: readonly string[];
  readonly artifacts: readonly string[];
  /** Tokens the vendor counted; their price may differ, since routing learns from earlier runs. */
  readonly tokens: number;
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
    artifacts: run.artifacts.map(({ kind, title }) => `${kind}: ${title}`),
    tokens: sum(run.turns.map(({ usage }) => usage.tokensIn + usage.tokensOut)),
    unexplainedMicroUsd: Math.round(
      (run.budget.spentUsd - sum(run.turns.map(({ usage }) => usage.costUsd))) * 1e6,
    ),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
