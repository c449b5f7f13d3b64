import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, LessThan } from 'typeorm';
import { places, statementsByRows } from '../../platform/database/statement.js';
import type { MemoryFact } from '../../protocol/records/memory.js';
import { scopeKeyOf } from '../recall/readable-scopes.js';
import { indexedTerms } from '../../protocol/rules/search-terms.js';
import { MemoryFactEntity, toFact } from './memory.entities.js';

const countReads = statementsByRows(
  (facts) => `
  UPDATE memory_facts SET read_count = read_count + 1, last_read_at = ?
  WHERE id IN ${places(1, facts)}`,
);

const lockFacts = statementsByRows(
  (facts) => `
  SELECT id FROM memory_facts WHERE id IN ${places(1, facts)} ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Locks facts' rows in the order of their ids, which excludes deadlocks. On SQLite transactions are
 * exclusive anyway.
 */
export async function lockFactRows(manager: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || manager.connection.options.type !== 'postgres') return;
  await lockFacts(ids.length).run(manager, ids);
}

/** How a fact ended. */
export interface Ending {
  readonly supersededBy: string | null;
  readonly retractReason: string | null;
}

interface LedgerPage {
  /** Absent = all of it. */
  readonly limit?: number;
  /** Only facts before this position. */
  readonly before?: number;
}

/**
 * The operator's view of the whole ledger, and its writes. Turns read through
 * `ReadableFactsRepository`.
 */
@Injectable()
export class FactsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, fact: MemoryFact, position: number): Promise<void> {
    const { scopeId: _derived, tags, ...columns } = fact;
    await manager
      .createQueryBuilder()
      .insert()
      .into(MemoryFactEntity)
      .values({
        ...columns,
        tags: [...tags],
        position,
        scopeKey: scopeKeyOf(fact),
        searchText: indexedTerms(fact.text),
        searchTags: indexedTerms(tags.join(' ')),
      })
      .updateEntity(false)
      .execute();
  }

  /** Ends an active fact. False: it is unknown or has already ended. */
  async end(manager: EntityManager, id: string, at: number, ending: Ending): Promise<boolean> {
    const result = await manager
      .createQueryBuilder()
      .update(MemoryFactEntity)
      .set({ ...ending, invalidFrom: at, updatedAt: at })
      .where('id = :id AND invalid_from IS NULL', { id })
      .updateEntity(false)
      .execute();
    return result.affected === 1;
  }

  /** Adds a read at this time to each of the facts, at least one. */
  async countReads(manager: EntityManager, ids: readonly string[], at: number): Promise<void> {
    await lockFactRows(manager, ids);
    await countReads(ids.length).run(manager, [at, ...ids]);
  }

  async find(id: string, manager = this.dataSource.manager): Promise<MemoryFact | null> {
    const row = await manager.findOneBy(MemoryFactEntity, { id });
    return row === null ? null : toFact(row);
  }

  /** Position of a fact in the ledger; null if unknown. */
  async positionOf(id: string): Promise<number | null> {
    const row = await this.dataSource.manager.findOne(MemoryFactEntity, {
      select: { position: true },
      where: { id },
    });
    return row?.position ?? null;
  }

  /** These facts in this order, without unknown ids. */
  async inOrder(ids: readonly string[]): Promise<readonly MemoryFact[]> {
    if (ids.length === 0) return [];
    const rows = await this.dataSource.manager.findBy(MemoryFactEntity, { id: In(ids) });
    const facts = new Map(rows.map((row) => [row.id, toFact(row)]));
    return ids.map((id) => facts.get(id)).filter((fact) => fact !== undefined);
  }

  /** The ledger, newest first, including ended facts. */
  async page({ limit, before }: LedgerPage): Promise<readonly MemoryFact[]> {
    const rows = await this.dataSource.manager.find(MemoryFactEntity, {
      where: before === undefined ? {} : { position: LessThan(before) },
      order: { position: 'DESC' },
      take: limit,
    });
    return rows.map(toFact);
  }

  /** Active facts of all owners, newest first. */
  async newestActive(manager: EntityManager, count: number): Promise<readonly MemoryFact[]> {
    const rows = await manager.find(MemoryFactEntity, {
      where: { invalidFrom: IsNull() },
      order: { position: 'DESC' },
      take: count,
    });
    return rows.map(toFact);
  }
}
