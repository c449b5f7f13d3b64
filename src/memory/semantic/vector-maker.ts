import { Inject, Injectable } from '@nestjs/common';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { memoryTexts } from '../../protocol/texts/memory.js';
import { Embedder } from './embedder.js';
import { type UnitVector, unitVector, vectorWidth } from './vector.js';

/**
 * Makes vectors that memory can keep. An embedder that answers with another width is asked once and
 * then never again: its model does not change while the service runs.
 */
@Injectable()
export class VectorMaker {
  private readonly log: ScopedLogger;
  private refused = false;

  constructor(
    /** Null = semantic order is off. */
    @Inject(Embedder) private readonly embedder: Embedder | null,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('memory');
  }

  /** Name of the model whose vectors are in force; null when none are. */
  get model(): string | null {
    return this.inForce?.name ?? null;
  }

  /**
   * A vector for each text, in order; null for one that has no direction. Rejects when the embedder
   * fails, takes longer than allowed, or does not fit.
   */
  async make(texts: readonly string[], withinMs: number): Promise<readonly (UnitVector | null)[]> {
    const embedder = this.inForce;
    if (embedder === null) throw new Error('no embedder is in force');
    const vectors = await embedder.embed(texts, AbortSignal.timeout(withinMs));
    if (vectors.length !== texts.length) {
      throw new Error(`${texts.length} text(s) were embedded as ${vectors.length} vector(s)`);
    }
    this.refuseWrongWidth(embedder.name, vectors);
    return vectors.map(unitVector);
  }

  private get inForce(): Embedder | null {
    return this.embedder?.available === true && !this.refused ? this.embedder : null;
  }

  private refuseWrongWidth(name: string, vectors: readonly (readonly number[])[]): void {
    const wrong = vectors.find(({ length }) => length !== vectorWidth);
    if (wrong === undefined) return;
    const message = memoryTexts.badVectorWidth(name, wrong.length, vectorWidth);
    if (!this.refused) this.log.warn(message);
    this.refused = true;
    throw new Error(message);
  }
}
