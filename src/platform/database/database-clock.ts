import type { DataSourceOptions } from 'typeorm';

/**
 * SQL for the database's own time, ms since the epoch; independent of the clocks of the hosts that
 * use it.
 */
export function databaseNow(type: DataSourceOptions['type']): string {
  return type === 'postgres'
    ? 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS bigint)'
    : "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
}
