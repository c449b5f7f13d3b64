import { afterAll, beforeAll } from '@jest/globals';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';
import { createDatabase, type CreatedDatabase } from './created-database.js';
import { createMigratedDatabase } from './migrated-database.js';

/**
 * A database for the tests of the surrounding `describe`: the file of `sqlitePath`, or a new
 * migrated database on the PostgreSQL server at `url`, dropped afterwards.
 */
export function temporaryDatabase(url: string, sqlitePath: () => string): () => DatabaseConfig {
  return databaseOf(url, sqlitePath, createMigratedDatabase);
}

/** The same, but without tables on the server, for tests of migrations. */
export function emptyDatabase(url: string, sqlitePath: () => string): () => DatabaseConfig {
  return databaseOf(url, sqlitePath, createDatabase);
}

function databaseOf(
  url: string,
  sqlitePath: () => string,
  create: (url: string) => Promise<CreatedDatabase>,
): () => DatabaseConfig {
  if (url === 'sqlite') return () => ({ kind: 'sqlite', path: sqlitePath() });
  let created: CreatedDatabase;
  beforeAll(async () => {
    created = await create(url);
  });
  afterAll(() => created.drop());
  return () => ({ kind: 'postgres', url: created.url });
}
