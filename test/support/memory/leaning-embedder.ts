import { Embedder } from '../../../src/memory/semantic/embedder.js';
import { vectorWidth } from '../../../src/memory/semantic/vector.js';

/**
 * A text points where it says: `leaning 40` is forty degrees away from a text that says nothing. So
 * the nearest facts to a query are those that lean the least.
 */
export class LeaningEmbedder extends Embedder {
  readonly name = 'test/leaning-768';
  available = true;
  /** Texts of every request so far. */
  readonly requests: (readonly string[])[] = [];
  /** What is wrong with the answers. */
  fault: 'none' | 'away' | 'too narrow' | 'one short' | 'no direction' = 'none';

  override async embed(texts: readonly string[]): Promise<number[][]> {
    this.requests.push(texts);
    if (this.fault === 'away') throw new Error('the vendor is away');
    const vectors = texts.map((text) => this.vectorOf(text));
    return this.fault === 'one short' ? vectors.slice(1) : vectors;
  }

  private vectorOf(text: string): number[] {
    if (this.fault === 'too narrow') return [1, 2, 3];
    const vector = new Array<number>(vectorWidth).fill(0);
    if (this.fault === 'no direction') return vector;
    const degrees = Number(/leaning (\d+)/.exec(text)?.[1] ?? 0);
    vector[0] = Math.cos((degrees * Math.PI) / 180);
    vector[1] = Math.sin((degrees * Math.PI) / 180);
    return vector;
  }
}
