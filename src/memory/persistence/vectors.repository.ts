import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  bytesOfWidth,
  type UnitVector,
  vectorFromBytes,
  vectorToBytes,
} from '../semantic/vector.js';
import { lockFactRows } from './facts.repository.js';
import { MemoryFactEntity } from './memory.entities.js';
import { Tally, tallyNames } from './tally.js';

export interface EmbeddedFact {
  readonly factId: string;
  readonly vector: UnitVector;
}

interface UnembeddedFact {
  readonly id: string;
  readonly text: string;
}

/** End of a replica's right to embed in the background, ms since the epoch. */
const fillingClaim = 'embedding-until';

/**
 * Vectors of facts, one per model; their width follows from their length. Plain statements, because
 * the type of a byte column differs between the databases.
 */
@Injectable()
export class VectorsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tally: Tally,
  ) {}

  /** The existing vectors of these facts. */
  async of(model: string, factIds: readonly string[]): Promise<ReadonlyMap<string, UnitVector>> {
    const rows = await this.dataSource.sql<{ fact_id: string; vector: Buffer }[]>`
      SELECT fact_id, vector FROM memory_vectors
      WHERE model = ${model} AND fact_id IN (${() => [...factIds]})`;
    return new Map(rows.map((row) => [row.fact_id, vectorFromBytes(row.vector)]));
  }

  /**
   * Stores vectors in the order of their facts, which excludes deadlocks. A vector stored meanwhile
   * is kept, unless its width differs.
   */
  async add(
    manager: EntityManager,
    model: string,
    embedded: readonly EmbeddedFact[],
  ): Promise<void> {
    const held = await this.holding(manager, model, embedded);
    const added: string[] = [];
    for (const { factId, vector } of embedded.toSorted(byFact)) {
      const rows = await manager.sql<{ fact_id: string }[]>`
        INSERT INTO memory_vectors (fact_id, model, vector)
        VALUES (${factId}, ${model}, ${vectorToBytes(vector)})
        ON CONFLICT (fact_id, model) DO UPDATE SET vector = excluded.vector
        WHERE length(memory_vectors.vector) <> length(excluded.vector) RETURNING fact_id`;
      if (rows.length > 0 && !held.has(factId)) added.push(factId);
    }
    if (added.length === 0) return;
    await this.tally.add(manager, {
      [tallyNames.vectors(model)]: added.length,
      [tallyNames.covered(model)]: await this.lockActive(manager, added),
    });
  }

  /**
   * Active facts without a vector of this model, newest first.
   * @param width ignores vectors of another width; null: any width
   */
  lacking(model: string, width: number | null, limit: number): Promise<readonly UnembeddedFact[]> {
    const bytes = width === null ? 0 : bytesOfWidth(width);
    return this.dataSource.sql<UnembeddedFact[]>`
      SELECT fact.id, fact.text FROM memory_facts fact
      WHERE fact.invalid_from IS NULL AND NOT EXISTS (
        SELECT 1 FROM memory_vectors held WHERE held.model = ${model} AND held.fact_id = fact.id
        AND (length(held.vector) = ${bytes} OR ${bytes} = 0))
      ORDER BY fact.position DESC LIMIT ${limit}`;
  }

  /**
   * Takes the right to embed in the background, which one replica has at a time. A claim further in
   * the future than a new one was made before the clock was set back.
   * @returns false while another replica has it
   */
  async claimFilling(now: number, until: number): Promise<boolean> {
    const rows = await this.dataSource.sql<{ name: string }[]>`
      INSERT INTO memory_tally (name, amount) VALUES (${fillingClaim}, ${until})
      ON CONFLICT (name) DO UPDATE SET amount = excluded.amount
      WHERE memory_tally.amount <= ${now} OR memory_tally.amount > ${until} RETURNING name`;
    return rows.length > 0;
  }

  async releaseFilling(): Promise<void> {
    await this.dataSource.sql`
      INSERT INTO memory_tally (name, amount) VALUES (${fillingClaim}, 0)
      ON CONFLICT (name) DO UPDATE SET amount = 0`;
  }

  /** Models that have a vector of the fact. */
  async modelsOf(manager: EntityManager, factId: string): Promise<readonly string[]> {
    const rows = await manager.sql<{ model: string }[]>`
      SELECT model FROM memory_vectors WHERE fact_id = ${factId} ORDER BY model`;
    return rows.map(({ model }) => model);
  }

  /** The facts that have a vector of the model. */
  private async holding(
    manager: EntityManager,
    model: string,
    embedded: readonly EmbeddedFact[],
  ): Promise<ReadonlySet<string>> {
    if (embedded.length === 0) return new Set();
    const rows = await manager.sql<{ fact_id: string }[]>`
      SELECT fact_id FROM memory_vectors
      WHERE model = ${model} AND fact_id IN (${() => embedded.map(({ factId }) => factId)})`;
    return new Set(rows.map((row) => row.fact_id));
  }

  /**
   * Number of active facts among these, locked until the transaction ends, so that none ends while
   * it is counted.
   */
  private async lockActive(manager: EntityManager, factIds: readonly string[]): Promise<number> {
    await lockFactRows(manager, factIds);
    const result = await manager
      .createQueryBuilder()
      .update(MemoryFactEntity)
      .set({ position: () => 'position' })
      .where('invalid_from IS NULL AND id IN (:...factIds)', { factIds })
      .updateEntity(false)
      .execute();
    return result.affected ?? 0;
  }
}

function byFact({ factId: one }: EmbeddedFact, { factId: other }: EmbeddedFact): number {
  return one < other ? -1 : Number(one > other);
}
