import type { ModelSpec } from '#protocol/records/models.js';
import { overallQuality, type BenchmarkScores } from './scores.js';

/** A measured model under its source's name. */
export interface MeasuredModel {
  /** Full name in lower case; the short name if there is no full one. */
  readonly slug: string;
  /** Other names of the model, besides the last part of the slug. */
  readonly names: readonly string[];
  readonly scores: BenchmarkScores;
}

/** Finds a source's measurements for a model of the catalogue. */
export class BenchmarkIndex {
  /** Distinct models. */
  readonly models: number;
  /** Models with enough measurements for an opinion. */
  readonly measured: number;
  private readonly bySlug = new Map<string, MeasuredModel>();
  /** Null for an ambiguous key. */
  private readonly byKey = new Map<string, MeasuredModel | null>();

  constructor(
    measured: readonly MeasuredModel[],
    /** Rows that it was built from. */
    readonly entries: number,
  ) {
    for (const model of measured) {
      this.bySlug.set(model.slug, model);
      const keys = [lastSegment(model.slug), ...model.names].map(nameKey);
      for (const key of new Set(keys)) {
        if (key !== null) this.byKey.set(key, this.byKey.has(key) ? null : model);
      }
    }
    const usable = measured.filter(({ scores }) => overallQuality(scores) !== null);
    this.models = this.bySlug.size;
    this.measured = new Set(usable.map(({ slug }) => slug)).size;
  }

  scoresOf({ id, label, providerId }: ModelSpec): BenchmarkScores | null {
    const full = id.toLowerCase();
    const prefix = `${providerId}/`;
    const bare = full.startsWith(prefix) ? full.slice(prefix.length) : full;
    const found =
      this.bySlug.get(full) ??
      this.bySlug.get(bare) ??
      this.named(lastSegment(full)) ??
      this.named(label);
    return found?.scores ?? null;
  }

  private named(name: string): MeasuredModel | undefined {
    const key = nameKey(name);
    return key === null ? undefined : (this.byKey.get(key) ?? undefined);
  }
}

/**
 * A normal form of a model's name: without a final date, without edition words, only letters and
 * digits. Null if too little remains to be distinctive.
 */
export function nameKey(name: string): string | null {
  const key = name
    .toLowerCase()
    .replace(/[-_@ ]?(\d{4}-\d{2}-\d{2}|\d{6,8})$/, '')
    .replace(/[-_ ]?(latest|preview|exp|experimental|instruct)$/, '')
    .replace(/[^a-z0-9]+/g, '');
  return key.length < 3 ? null : key;
}

/** The part of an id after its last slash. */
function lastSegment(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
