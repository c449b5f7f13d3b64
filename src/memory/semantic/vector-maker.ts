import { Inject, Injectable } from '@nestjs/common';
import { Embedder } from './embedder.js';
import { commonWidth, type UnitVector, unitVector } from './vector.js';

/** Makes vectors that memory can keep. They have the width that the model gives them. */
@Injectable()
export class VectorMaker {
  private lastWidth: number | null = null;

  constructor(
    /** Null = semantic order is off. */
    @Inject(Embedder) private readonly embedder: Embedder | null,
  ) {}

  /** Name of the model whose vectors are in force; null when none are. */
  get model(): string | null {
    return this.inForce?.name ?? null;
  }

  /** Numbers in the vectors that came last; null: none came since the service began. */
  get width(): number | null {
    return this.lastWidth;
  }

  /**
   * A vector for each text, in order; null for one that has no direction. Rejects when the embedder
   * fails, takes longer than allowed, or does not fit.
   */
  async make(
    texts: readonly string[],
    withinMs: number,
    signal?: AbortSignal,
  ): Promise<readonly (UnitVector | null)[]> {
    const embedder = this.inForce;
    if (embedder === null) throw new Error('no embedder is in force');
    const limit = AbortSignal.timeout(withinMs);
    const vectors = await embedder.embed(texts, signal ? AbortSignal.any([limit, signal]) : limit);
    if (vectors.length !== texts.length) {
      throw new Error(`${texts.length} text(s) were embedded as ${vectors.length} vector(s)`);
    }
    const width = commonWidth(vectors);
    if (width === null) throw new Error('vectors of one answer have several widths, or none');
    this.lastWidth = width;
    return vectors.map(unitVector);
  }

  private get inForce(): Embedder | null {
    return this.embedder?.available === true ? this.embedder : null;
  }
}
