import type { EntityManager } from 'typeorm';
import type { Clock } from '../clock.js';
import { databaseNow, Statement } from './statement.js';

const readNow = new Statement(`SELECT ${databaseNow('postgres')} AS now`);

/** Time of the server's clock, ms since the epoch; for a file, that of its process. */
export async function storeTime(manager: EntityManager, clock: Clock): Promise<number> {
  if (manager.connection.options.type !== 'postgres') return clock.now();
  const [row] = await readNow.run(manager, []);
  return Number(row?.now);
}
