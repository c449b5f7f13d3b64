import type { EntityManager } from 'typeorm';
import type { CommittedEvent } from '../events/drafts.js';

/** A transaction that is open in the database. */
export interface DatabaseTransaction {
  readonly manager: EntityManager;
  /** Statements sent since the last call that nobody has awaited yet, in their order. */
  takeSent(): readonly Promise<unknown>[];
  /** Rejects when it did not take effect, or when nobody knows whether it did. */
  commit(): Promise<void>;
  /** Never throws. */
  rollBack(): Promise<void>;
  /** To be called last, however it ended. */
  release(): Promise<void>;
}

/** How one kind of database makes transactions; which of them share one, `TransactionQueue` decides. */
export interface DatabaseTransactions {
  /** How many may be open at once. */
  readonly atOnce: number;
  begin(): Promise<DatabaseTransaction>;
  /** Whether a commit that failed took effect nevertheless. */
  wereStored(events: readonly CommittedEvent[]): Promise<boolean>;
  /** Reads the store as it is between two commits; undefined: any transaction does. */
  readonly snapshot?: <T>(read: (manager: EntityManager) => Promise<T>) => Promise<T>;
}
