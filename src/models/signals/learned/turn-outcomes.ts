import type { TaskClass, TurnStatus } from '#protocol/records/enums.js';
import type { ServedBy } from '#protocol/records/routes.js';

/** The outcome of a stored turn, as far as it concerns models. */
export interface TurnOutcome {
  readonly taskClass: TaskClass;
  /** The model that the turn was routed to. */
  readonly routed: ServedBy;
  /** The model that answered; null if none did, or in records without it. */
  readonly servedBy: ServedBy | null;
  readonly status: TurnStatus;
  readonly error: string | null;
}

/** Stored turns: a port, because runs are a higher module. */
export abstract class TurnOutcomes {
  /** The latest settled turns, in any order. */
  abstract recent(most: number): Promise<readonly TurnOutcome[]>;
}
