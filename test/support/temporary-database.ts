import { afterAll, beforeAll } from '@jest/globals';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';
import { createDatabase, type CreatedDatabase } from './created-database.js';
import { createMigratedDatabase } from './migrated-database.js';

/**
 * A database for the tests of the surrounding `describe`: the file that `sqlitePath` names, or a new
 * database on the PostgreSQL server at `url`, migrated already and dropped after them.
 */
export function temporaryDatabase(url: string, sqlitePath: () => string): () => DatabaseConfig {
  return databaseOf(url, sqlitePath, createMigratedDatabase);
}

/** The same, and on the server without a table, for tests of what makes them. */
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
