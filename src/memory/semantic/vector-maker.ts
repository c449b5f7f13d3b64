import { Inject, Injectable } from '@nestjs/common';
import { Embedder } from './embedder.js';
import { commonWidth, type UnitVector, unitVector } from './vector.js';

/** Makes storable vectors of the model's own width. */
@Injectable()
export class VectorMaker {
  private lastWidth: number | null = null;

  constructor(
    /** Null = semantic order is off. */
    @Inject(Embedder) private readonly embedder: Embedder | null,
  ) {}

  /** The current model; null if there is none. */
  get model(): string | null {
    return this.inForce?.name ?? null;
  }

  /** Width of the latest vectors; null: none since the start. */
  get width(): number | null {
    return this.lastWidth;
  }

  /**
   * A vector per text, in order; null for one without direction. Rejects if the embedder fails,
   * times out, or returns wrong vectors.
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
