import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { MemoryFact } from '../../protocol/records/memory.js';
import { VectorsRepository } from '../persistence/vectors.repository.js';
import { pairVectors, VectorFiller } from './vector-filler.js';
import { cosine, type UnitVector } from './vector.js';
import { VectorBackfill } from './vector-backfill.js';
import { VectorMaker } from './vector-maker.js';

/** Facts that a search may embed itself, and its time limit for the embedder. */
const filledPerSearch = 8;
const searchWithinMs = 5_000;

/**
 * Orders lexical results by similarity of meaning. Adds and removes nothing; on any failure the
 * lexical order stays.
 */
@Injectable()
export class SemanticOrder {
  private readonly log: ScopedLogger;

  constructor(
    private readonly maker: VectorMaker,
    private readonly vectors: VectorsRepository,
    private readonly filler: VectorFiller,
    private readonly backfill: VectorBackfill,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('memory');
  }

  /** True if there are vectors and an embedder. */
  get inForce(): boolean {
    return this.maker.model !== null;
  }

  async reorder(query: string, facts: readonly MemoryFact[]): Promise<readonly MemoryFact[]> {
    const { model } = this.maker;
    if (model === null || facts.length < 2 || query.trim() === '') return facts;
    try {
      return await this.byNearness(model, query, facts);
    } catch (thrown) {
      this.log.warn(`recall keeps the lexical order: ${messageOf(thrown)}`);
      return facts;
    }
  }

  private async byNearness(
    model: string,
    query: string,
    facts: readonly MemoryFact[],
  ): Promise<readonly MemoryFact[]> {
    const ids = facts.map(({ id }) => id);
    const known = new Map<string, UnitVector>(await this.vectors.of(model, ids));
    const lacking = facts.filter(({ id }) => !known.has(id)).slice(0, filledPerSearch);
    const texts = [query, ...lacking.map(({ text }) => text)];
    const [sought, ...made] = await this.maker.make(texts, searchWithinMs);
    if (!sought) return facts;
    // Vectors of another width were made before the provider changed the model behind its name.
    const outdated = [...known].filter(([, vector]) => vector.length !== sought.length);
    for (const [factId] of outdated) known.delete(factId);
    if (outdated.length > 0) void this.backfill.run();
    const embedded = pairVectors(lacking, made);
    for (const { factId, vector } of embedded) known.set(factId, vector);
    if (embedded.length > 0) await this.filler.store(model, embedded);
    return reorderMeasured(facts, ({ id }) => {
      const vector = known.get(id);
      return vector && cosine(sought, vector);
    });
  }
}

/**
 * Sorts measured items by measure, highest first, among their own places; unmeasured ones keep
 * theirs, because comparing the two gives no consistent order. Stable.
 */
export function reorderMeasured<T>(
  items: readonly T[],
  measureOf: (item: T) => number | undefined,
): readonly T[] {
  const measured = items
    .map((item) => ({ item, measure: measureOf(item) }))
    .filter((entry): entry is { item: T; measure: number } => entry.measure !== undefined)
    .sort((a, b) => b.measure - a.measure)
    .map(({ item }) => item);
  let next = 0;
  return items.map((item) => (measureOf(item) === undefined ? item : (measured[next++] ?? item)));
}
