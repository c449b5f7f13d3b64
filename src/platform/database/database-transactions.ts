import type { EntityManager } from 'typeorm';
import type { CommittedEvent } from '../events/drafts.js';

/** An open database transaction. */
export interface DatabaseTransaction {
  readonly manager: EntityManager;
  /** Statements sent since the last call and not awaited yet, in order. */
  takeSent(): readonly Promise<unknown>[];
  /** Rejects if the commit failed, or if its outcome is unknown. */
  commit(): Promise<void>;
  /** Never throws. */
  rollBack(): Promise<void>;
  /** Must be called last, whatever the outcome. */
  release(): Promise<void>;
}

/** Transactions of one kind of database; `TransactionQueue` decides which of them share one. */
export interface DatabaseTransactions {
  /** Transactions that may be open at once. */
  readonly atOnce: number;
  begin(): Promise<DatabaseTransaction>;
  /** True if a failed commit took effect nevertheless. */
  wereStored(events: readonly CommittedEvent[]): Promise<boolean>;
  /** Reads a consistent snapshot of the store; undefined: any transaction gives one. */
  readonly snapshot?: <T>(read: (manager: EntityManager) => Promise<T>) => Promise<T>;
}
