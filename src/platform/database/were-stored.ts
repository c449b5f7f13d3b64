import type { DataSource } from 'typeorm';
import type { CommittedEvent } from '../events/drafts.js';
import { EventEntity } from '../events/event.entity.js';
import { serialize } from '../events/serialize.js';
import { pause } from '../process/pause.js';
import { Statement } from './statement.js';
import { isStoreFailure } from './store-failure.js';

/** Interval of trying to reach the database, ms. */
const retryMs = 500;

/** Locks the row that a transaction in the act of numbering holds. */
const awaitNumbering = new Statement('UPDATE event_counter SET last = last WHERE id = 1');

/**
 * True if a transaction with an unanswered commit took effect: its events then have their numbers,
 * which otherwise are unused or belong to others. Retries until the database answers.
 */
export async function wereStored(
  dataSource: DataSource,
  events: readonly CommittedEvent[],
): Promise<boolean> {
  for (;;) {
    try {
      return await look(dataSource, events);
    } catch (thrown) {
      if (!isStoreFailure(thrown)) throw thrown;
      await pause(retryMs);
    }
  }
}

function look(dataSource: DataSource, events: readonly CommittedEvent[]): Promise<boolean> {
  return dataSource.transaction(async (manager) => {
    await awaitNumbering.run(manager, []);
    const [first] = events;
    if (first === undefined) return false;
    const row = await manager.findOneBy(EventEntity, { seq: first.seq });
    return row?.payloadJson === serialize(first);
  });
}
