import type { TaskClass, TurnStatus } from '#protocol/records/enums.js';
import type { ServedBy } from '#protocol/records/work.js';

/** The outcome of one stored turn, as far as it concerns models. */
export interface TurnOutcome {
  readonly taskClass: TaskClass;
  /** The model the turn was routed to. */
  readonly routed: ServedBy;
  /** The model that answered; null when none did, or when it was not recorded. */
  readonly servedBy: ServedBy | null;
  readonly status: TurnStatus;
  readonly error: string | null;
}

/** The stored turns: a port, since the runs that keep them are above the models. */
export abstract class TurnOutcomes {
  /** The most recent settled turns, in any order. */
  abstract recent(most: number): Promise<readonly TurnOutcome[]>;
}
