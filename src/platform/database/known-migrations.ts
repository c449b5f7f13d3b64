import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import { migrations } from './migrations/migrations.js';

/** Thrown: the database has migrations unknown to this build, so its schema is unknown. */
export class UnknownMigrationsError extends Error {
  override readonly name = 'UnknownMigrationsError';
}

const known = new Set<unknown>(migrations.map(({ name }) => name));

/**
 * Checks the migrations of a SQLite file before anything opens it for writing. A missing file, or
 * one without migrations, is fine.
 * @throws UnknownMigrationsError
 */
export function refuseNewerFile(path: string): void {
  if (!existsSync(path)) return;
  // A write-ahead log left by a crash is read in place; without one, a read-only connection could
  // not remove the files that it makes.
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
 * The same check for PostgreSQL.
 * @throws UnknownMigrationsError
 */
export async function refuseNewerServer(dataSource: DataSource, server: string): Promise<void> {
  const [table] = await dataSource.query<{ found: boolean }[]>(
    "SELECT to_regclass('migrations') IS NOT NULL AS found",
  );
  if (table?.found !== true) return;
  // Selected as JSON, because another program's table of that name may lack the column.
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
