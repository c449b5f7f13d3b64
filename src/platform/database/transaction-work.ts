import type { ServerEvent } from '../../protocol/events.js';
import type { EventBus } from '../events/event-bus.js';
import type { Tx } from './tx.js';

/** What somebody does in a transaction. */
export type TransactionWork<T> = (tx: Tx) => Promise<T>;

/** Transactions as one kind of database makes them; see `Transactions`. */
export interface TransactionMaker {
  run<T>(work: TransactionWork<T>): Promise<T>;
  share<T>(work: TransactionWork<T>): Promise<T>;
}

/** What becomes true with a commit: first the state in memory, then what everybody hears. */
export function tellCommitted(bus: EventBus, tx: Tx, events: readonly ServerEvent[]): void {
  try {
    tx.committed();
  } finally {
    for (const event of events) bus.publish(event);
  }
}
