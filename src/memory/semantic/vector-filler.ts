import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { MemoryEmbedding } from '../../protocol/records/memory.js';
import { type EmbeddedFact, VectorsRepository } from '../persistence/vectors.repository.js';
import { VectorMaker } from './vector-maker.js';
import type { UnitVector } from './vector.js';

/** Texts per request to the embedder, and its time limit. */
export const batchSize = 32;
export const batchWithinMs = 60_000;

/** Stores vectors as they arrive, and makes missing ones on request. */
@Injectable()
export class VectorFiller {
  private readonly log: ScopedLogger;

  constructor(
    private readonly maker: VectorMaker,
    private readonly vectors: VectorsRepository,
    private readonly transactions: Transactions,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('memory');
  }

  store(model: string, embedded: readonly EmbeddedFact[]): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.vectors.add(tx.manager, model, embedded);
      tx.publish({ type: 'internal.memory.embedded' });
    });
  }

  /**
   * Embeds at most `limit` active facts without a vector, newest first. A failing embedder ends it
   * early and is logged.
   */
  async fill(limit: number): Promise<MemoryEmbedding> {
    let embedded = 0;
    try {
      while (embedded < limit) {
        const added = await this.fillBatch(Math.min(batchSize, limit - embedded));
        if (added === 0) break;
        embedded += added;
      }
    } catch (thrown) {
      this.log.warn(`facts could not be embedded: ${messageOf(thrown)}`);
    }
    return { embedded, semantic: this.maker.model !== null };
  }

  /**
   * Embeds facts that lack a vector, or have one of another width than the last.
   * @returns the number of new vectors. Rejects if the embedder fails.
   */
  async fillBatch(size: number, signal?: AbortSignal): Promise<number> {
    const { model } = this.maker;
    if (model === null) return 0;
    const lacking = await this.vectors.lacking(model, this.maker.width, size);
    if (lacking.length === 0) return 0;
    const made = await this.maker.make(
      lacking.map(({ text }) => text),
      batchWithinMs,
      signal,
    );
    const embedded = pairVectors(lacking, made);
    await this.store(model, embedded);
    return embedded.length;
  }
}

/** The facts with their vectors, without those that have none. */
export function pairVectors(
  facts: readonly { readonly id: string }[],
  made: readonly (UnitVector | null | undefined)[],
): readonly EmbeddedFact[] {
  return facts.flatMap(({ id }, place) => {
    const vector = made[place];
    return vector ? [{ factId: id, vector }] : [];
  });
}
