import type { TaskClass, TurnStatus } from '../../protocol/records/enums.js';
import type { ServedBy } from '../../protocol/records/work.js';

/** What became of one stored turn, as far as it tells something about models. */
export interface TurnOutcome {
  readonly taskClass: TaskClass;
  /** The model the turn was routed to. */
  readonly routed: ServedBy;
  /** The model that answered; null when none did, or when it was not recorded. */
  readonly servedBy: ServedBy | null;
  readonly status: TurnStatus;
  readonly error: string | null;
}

/** The stored turns, as whoever keeps them provides them. */
export interface TurnOutcomes {
  /** The most recent settled turns, in any order. */
  recent(most: number): Promise<readonly TurnOutcome[]>;
}
