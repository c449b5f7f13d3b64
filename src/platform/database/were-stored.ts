import type { DataSource } from 'typeorm';
import type { CommittedEvent } from '../events/drafts.js';
import { EventEntity } from '../events/event.entity.js';
import { serialize } from '../events/serialize.js';
import { pause } from '../process/pause.js';
import { Statement } from './statement.js';
import { isStoreFailure } from './store-failure.js';

/** Between two tries to reach the database, ms. */
const retryMs = 500;

/** Whoever is still in the act of numbering holds this row. */
const awaitNumbering = new Statement('UPDATE event_counter SET last = last WHERE id = 1');

/**
 * Whether a transaction whose commit was never answered took effect: then its events stand under
 * their numbers, which otherwise are unused or those of another transaction. Asks until the
 * database answers, since nothing may be concluded from its silence.
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
