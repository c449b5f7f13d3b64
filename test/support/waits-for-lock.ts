import { DataSource } from 'typeorm';
import type { RunningOffice } from './start-office.js';
import { until } from './until.js';

/**
 * Resolves when a statement with these words waits for a row that another transaction of this
 * PostgreSQL has locked, or when the work is done.
 */
export async function waitsForLock(
  office: RunningOffice,
  work: Promise<unknown>,
  words = '',
): Promise<void> {
  let isThrough = false;
  const through = (): void => void (isThrough = true);
  void work.then(through, through);
  const { manager } = office.app.get(DataSource);
  await until(async () => {
    const sql =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' " +
      'AND datname = current_database() AND query LIKE $1';
    const waiting = await manager.query<unknown[]>(sql, [`%${words}%`]);
    return isThrough || waiting.length > 0;
  });
}
