import { afterAll, beforeAll } from '@jest/globals';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';
import { createDatabase, type CreatedDatabase } from './created-database.js';

/**
 * A database for the tests of the surrounding `describe`: the file that `sqlitePath` names, or a new
 * database on the PostgreSQL server at `url`, dropped after them.
 */
export function temporaryDatabase(url: string, sqlitePath: () => string): () => DatabaseConfig {
  if (url === 'sqlite') return () => ({ kind: 'sqlite', path: sqlitePath() });
  let created: CreatedDatabase;
  beforeAll(async () => {
    created = await createDatabase(url);
  });
  afterAll(() => created.drop());
  return () => ({ kind: 'postgres', url: created.url });
}
