import { Embedder } from '#memory/semantic/embedder.js';

/**
 * Gives texts a direction: `leaning 40` is forty degrees away from a plain text, so the facts
 * nearest to a query lean the least.
 */
export class LeaningEmbedder extends Embedder {
  name = 'test/leaning-768';
  available = true;
  /** Length of a vector. */
  width = 768;
  /** Texts of every request so far. */
  readonly requests: (readonly string[])[] = [];
  /** Fault of the answers. */
  fault: 'none' | 'away' | 'mixed' | 'one short' | 'no direction' = 'none';

  /** Awaited before a request is answered, with its number counted from 1. */
  before: (request: number) => Promise<unknown> = async () => {};
  /** Ends a request that `before` holds. */
  abandon: (error: Error) => void = () => {};

  override async embed(texts: readonly string[]): Promise<number[][]> {
    this.requests.push(texts);
    await this.before(this.requests.length);
    if (this.fault === 'away') throw new Error('the provider is away');
    const vectors = texts.map((text) => this.vectorOf(text));
    if (this.fault === 'mixed') vectors[0] = [1, 2, 3];
    return this.fault === 'one short' ? vectors.slice(1) : vectors;
  }

  private vectorOf(text: string): number[] {
    const vector = new Array<number>(this.width).fill(0);
    if (this.fault === 'no direction') return vector;
    const degrees = Number(/leaning (\d+)/.exec(text)?.[1] ?? 0);
    vector[0] = Math.cos((degrees * Math.PI) / 180);
    vector[1] = Math.sin((degrees * Math.PI) / 180);
    return vector;
  }
}
