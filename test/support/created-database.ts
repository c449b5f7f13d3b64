import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';

export interface CreatedDatabase {
  readonly url: string;
  drop(): Promise<void>;
  /** Drops it and creates an empty one of the same name. */
  empty(): Promise<void>;
}

/** A new database on the PostgreSQL server at `url`: empty, or a copy of a template. */
export async function createDatabase(
  url: string,
  template = 'template1',
): Promise<CreatedDatabase> {
  const name = `office_test_${randomBytes(6).toString('hex')}`;
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const drop = (): Promise<void> => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`);
  const empty = async (): Promise<void> => {
    await drop();
    await onServer(url, `CREATE DATABASE ${name}`);
  };
  return { url: own.href, drop, empty };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The value of `OFFICE_DB` for it. */
export function addressOf(database: DatabaseConfig): string {
  if (database.kind === 'postgres') return database.url;
  return database.kind === 'sqlite' ? database.path : ':memory:';
}
