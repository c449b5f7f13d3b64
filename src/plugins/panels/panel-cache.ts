import { limits } from '../../protocol/limits.js';
import type { PanelResult } from '../../protocol/records/plugins.js';

interface Cached {
  /** Null: the panel was refused a place elsewhere. */
  readonly result: Promise<PanelResult | null>;
  /** Infinity while the answer is awaited. */
  freshUntil: number;
}

/**
 * Answers of live panels, failures included, each for as long as its panel asks. Whoever asks while
 * one is being read shares it. A panel takes one of the places when its first read begins, so
 * reads that begin together cannot pass the cap. Not `lru-cache`, which makes room by dropping the
 * oldest: here the newest is refused, and a place is kept while its first read is under way.
 */
export class PanelCache {
  private readonly entries = new Map<string, Cached>();

  constructor(private readonly now: () => number) {}

  /**
   * The answer, or null when every place is taken by another panel.
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

  /** Gives back the places of panels that are gone. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const key of this.entries.keys()) if (!isThere(key)) this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}
