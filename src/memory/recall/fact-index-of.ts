import type { DataSource } from 'typeorm';
import type { FactIndex } from './fact-index.js';
import { PostgresFactIndex } from './postgres-fact-index.js';
import { SqliteFactIndex } from './sqlite-fact-index.js';

/** The index for this database. */
export function factIndexOf(dataSource: DataSource): FactIndex {
  return dataSource.options.type === 'postgres'
    ? new PostgresFactIndex(dataSource)
    : new SqliteFactIndex(dataSource);
}
