import { DataSource } from 'typeorm';
import type { RunningOffice } from './start-office.js';
import { until } from './until.js';

/** Until a transaction of this PostgreSQL waits for a row that another has locked, or work is through. */
export async function waitsForLock(office: RunningOffice, work: Promise<unknown>): Promise<void> {
  let isThrough = false;
  const through = (): void => void (isThrough = true);
  void work.then(through, through);
  const { manager } = office.app.get(DataSource);
  await until(async () => {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    const waiting = await manager.query<unknown[]>(`${sql} AND datname = current_database()`);
    return isThrough || waiting.length > 0;
  });
}
