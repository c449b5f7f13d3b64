import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { places, Statement, statementsByRows } from '../../platform/database/statement.js';
import type { MemoryScope } from '../../protocol/records/enums.js';

/** Names of the counts. */
export const tallyNames = {
  /** Facts ever written; also the position of the last one. */
  facts: 'facts',
  /** Replaced or retracted facts. */
  inactive: 'inactive',
  active: (scope: MemoryScope) => `active:${scope}`,
  /** Active facts of one owner; the key is that of `ReadableScopes`. */
  within: (scopeKey: string) => `within:${scopeKey}`,
  /** Facts with a vector of this model. */
  vectors: (model: string) => `vectors:${model}`,
  /** Active facts among them. */
  covered: (model: string) => `covered:${model}`,
} as const;

const bump = new Statement(`
  INSERT INTO memory_tally (name, amount) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET amount = memory_tally.amount + excluded.amount
  RETURNING amount`);

const select = statementsByRows(
  (rows) => `SELECT name, amount FROM memory_tally WHERE name IN ${places(1, rows)}`,
);

/**
 * Running counts of the ledger, changed in the transactions that change it: exact, and independent
 * of the ledger's length.
 */
@Injectable()
export class Tally {
  constructor(private readonly dataSource: DataSource) {}

  /** Increments a count and returns it; unique over all transactions. */
  async next(manager: EntityManager, name: string): Promise<number> {
    const [row] = await bump.run(manager, [name, 1]);
    return Number(row?.amount);
  }

  /** Changes counts in the order of their names, which excludes deadlocks. */
  async add(manager: EntityManager, changes: Readonly<Record<string, number>>): Promise<void> {
    for (const name of Object.keys(changes).sort()) {
      await bump.run(manager, [name, changes[name] ?? 0]);
    }
  }

  /** The counts in the order of the names; 0 if never changed. */
  read(...names: readonly string[]): Promise<number[]> {
    return this.readIn(this.dataSource.manager, ...names);
  }

  /** Like `read`, as a transaction sees the counts. */
  async readIn(manager: EntityManager, ...names: readonly string[]): Promise<number[]> {
    if (names.length === 0) return [];
    const rows = await select(names.length).run(manager, names);
    const known = new Map(rows.map(({ name, amount }) => [name, Number(amount)]));
    return names.map((name) => known.get(name) ?? 0);
  }
}
