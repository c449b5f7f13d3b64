import type { DataSourceOptions } from 'typeorm';

/**
 * SQL for the time by the clock of the database, ms since the epoch: the same for every process that
 * uses the database, whatever the clocks of their hosts say.
 */
export function databaseNow(type: DataSourceOptions['type']): string {
  return type === 'postgres'
    ? 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS bigint)'
    : "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
}
