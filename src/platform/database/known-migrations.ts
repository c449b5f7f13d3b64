import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import { migrations } from './migrations/migrations.js';

/** Thrown: the database holds migrations that this build does not have, so it cannot tell its form. */
export class UnknownMigrationsError extends Error {
  override readonly name = 'UnknownMigrationsError';
}

const known = new Set<unknown>(migrations.map(({ name }) => name));

/**
 * Reads which migrations a SQLite file has, before anything else opens it: what opens it for work
 * would change it. A file that is not there, or has no migrations yet, is fine.
 * @throws UnknownMigrationsError
 */
export function refuseNewerFile(path: string): void {
  if (!existsSync(path)) return;
  // A log that a crash left is read as it is; without one, a reader could not clean up behind itself.
  const connection = new Database(path, { readonly: existsSync(`${path}-wal`) });
  try {
    const tables = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'");
    if (tables.get() === undefined) return;
    refuseUnknown(connection.prepare<[], Applied>('SELECT * FROM migrations').all(), path);
  } finally {
    connection.close();
  }
}

/**
 * The same of a PostgreSQL database.
 * @throws UnknownMigrationsError
 */
export async function refuseNewerServer(dataSource: DataSource, server: string): Promise<void> {
  const [table] = await dataSource.query<{ found: boolean }[]>(
    "SELECT to_regclass('migrations') IS NOT NULL AS found",
  );
  if (table?.found !== true) return;
  // As JSON, since the table of another program may have no such column.
  const applied = await dataSource.query<Applied[]>(
    "SELECT to_jsonb(migrations)->>'name' AS name FROM migrations",
  );
  refuseUnknown(applied, server);
}

interface Applied {
  readonly name?: unknown;
}

function refuseUnknown(applied: readonly Applied[], store: string): void {
  const unknown = applied.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new UnknownMigrationsError(
    processTexts.unknownMigrations(
      store,
      unknown.map((name) => (typeof name === 'string' ? name : '?')),
    ),
  );
}
