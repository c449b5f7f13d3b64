/** A brief that is about to be handed in. */
export interface Planned {
  readonly brief: string;
  /** Null: the office chooses. */
  readonly pipelineId: string | null;
  readonly limitUsd: number;
  readonly isFull: boolean;
}

/** The smallest ceiling of a run that the page takes. */
const leastUsd = 0.01;

/** What is wrong with a typed ceiling; null: nothing. */
export function ceilingProblem(typed: string): string | null {
  if (typed.trim() === '') return null;
  return Number(typed) >= leastUsd
    ? null
    : `A ceiling is a number of dollars, ${leastUsd} or more.`;
}
