import { limits } from '../../protocol/limits.js';
import type { PanelResult } from '../../protocol/records/plugins.js';

interface Cached {
  /** Null: the panel got no place elsewhere. */
  readonly result: Promise<PanelResult | null>;
  /** Infinity while the answer is awaited. */
  freshUntil: number;
}

/**
 * Answers of live panels, including failures, each for its panel's refresh time. Concurrent readers
 * share one request. A place is taken when the first read begins, so the limit holds. Not
 * `lru-cache`, which evicts the oldest: here the newest is refused, and a place is kept during its
 * first read.
 */
export class PanelCache {
  private readonly entries = new Map<string, Cached>();

  constructor(private readonly now: () => number) {}

  /**
   * The answer, or null if other panels have all places.
   * @param read null: the panel may have no place here either
   */
  async get(
    key: string,
    refreshMs: number,
    read: () => Promise<PanelResult | null>,
  ): Promise<PanelResult | null> {
    const known = this.entries.get(key);
    if (known !== undefined && known.freshUntil > this.now()) return known.result;
    if (known === undefined && this.entries.size >= limits.livePanels) return null;
    const cached: Cached = { result: read(), freshUntil: Infinity };
    this.entries.set(key, cached);
    let result: PanelResult | null = null;
    try {
      result = await cached.result;
    } finally {
      cached.freshUntil = this.now() + refreshMs;
      if (result === null && this.entries.get(key) === cached) this.entries.delete(key);
    }
    return result;
  }

  /** Frees places of panels that are gone. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const key of this.entries.keys()) if (!isThere(key)) this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}
