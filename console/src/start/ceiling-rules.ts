import { amountOf, noAmount } from '../app/amounts.js';

/** A brief that is about to be handed in. */
export interface Planned {
  /** Absent: the shown floor. */
  readonly floorId?: string;
  readonly brief: string;
  /** Null: the office chooses. */
  readonly pipelineId: string | null;
  readonly limitUsd: number;
  readonly isFull: boolean;
  /** The brief continues an ended run. */
  readonly continues?: boolean;
}

/** The smallest ceiling of a run that the page takes. */
const leastUsd = 0.01;

/** What is wrong with a typed ceiling; null: nothing. */
export function ceilingProblem(typed: string): string | null {
  if (typed.trim() === '') return null;
  if (amountOf(typed) >= leastUsd) return null;
  const tooSmall = `A ceiling is a number of dollars, ${leastUsd} or more.`;
  return typed.includes(',') ? `${noAmount} ${tooSmall}` : tooSmall;
}
