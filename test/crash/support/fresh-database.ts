import { beforeEach } from '@jest/globals';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { emptyDatabase } from '../../support/temporary-database.js';
import { withRaw } from './raw-database.js';

/** A database that is empty when a test begins; a file must be another one by its name. */
export function freshDatabase(url: string, sqlitePath: () => string): () => DatabaseConfig {
  const database = emptyDatabase(url, sqlitePath);
  beforeEach(async () => {
    if (database().kind !== 'postgres') return;
    await withRaw(database(), (raw) => raw.all('DROP SCHEMA public CASCADE'));
    await withRaw(database(), (raw) => raw.all('CREATE SCHEMA public'));
  });
  return database;
}
