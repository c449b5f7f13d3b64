import type { DataSource } from 'typeorm';

/**
 * Identity of the server and the tables: different after a dump was restored, and after a server
 * was reset to an earlier state.
 */
export async function serverPlace(dataSource: DataSource): Promise<string> {
  const [tables] = await dataSource.query<[object]>(
    'SELECT oid AS database, ' +
      "CAST(CAST('event_counter' AS regclass) AS oid) AS counter, " +
      "CAST(CAST('events' AS regclass) AS oid) AS events " +
      'FROM pg_database WHERE datname = current_database()',
  );
  // Hosted servers may deny access to these values.
  const [server] = await dataSource
    .query<[object]>(
      'SELECT CAST(system_identifier AS text) AS server, ' +
        'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline FROM pg_control_system()',
    )
    .catch(() => [{}] as const);
  return JSON.stringify({ ...tables, ...server });
}
