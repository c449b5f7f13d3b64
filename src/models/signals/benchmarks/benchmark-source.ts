import { z } from 'zod';
import { ageAt, type Clock } from '#platform/clock.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { innermostMessage } from '#platform/errors/error-text.js';
import type { ScopedLogger } from '#platform/logging/office-logger.js';
import { anyList } from '#platform/text/foreign-fields.js';
import type { BenchmarkCoverage, ModelSpec, QualityOpinion } from '#protocol/records/models.js';
import { lookupTexts, providerTexts } from '#protocol/texts/models.js';
import { fetchJson } from '../lookups/fetch-json.js';
import { JsonCache } from '../lookups/json-cache.js';
import type { BenchmarkIndex } from './benchmark-index.js';
import { benchmarkOpinion, type BenchmarkScores } from './scores.js';

const timeoutMs = 30_000;
const mostBytes = 20 * 1024 * 1024;

/** Differences between benchmark sources. */
interface BenchmarkSourceOptions {
  readonly label: string;
  readonly url: string;
  readonly key: string | null;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly cache: Pick<OfficeConfig['benchmarks'], 'cachePath' | 'ttlMs'>;
  readonly index: (body: unknown) => BenchmarkIndex;
  readonly confidence: (scores: BenchmarkScores) => number;
  /** Credit to show with a score. */
  readonly attribution: string;
}

/** Public measurements of one source, refetched when old and cached in a file. */
export class BenchmarkSource {
  private readonly cache: JsonCache;
  private index: BenchmarkIndex;
  private fetchedAt: number | null = null;

  constructor(
    private readonly options: BenchmarkSourceOptions,
    private readonly clock: Clock,
    private readonly logger: ScopedLogger,
  ) {
    this.cache = new JsonCache(options.cache.cachePath, 'rows', logger);
    this.index = options.index([]);
  }

  /** Why it cannot be fetched; null if it can. */
  get missing(): string | null {
    return this.options.key === null ? providerTexts.noKey(this.options.label) : null;
  }

  get hasData(): boolean {
    return this.fetchedAt !== null;
  }

  get isStale(): boolean {
    const age = ageAt(this.clock.now(), this.fetchedAt ?? -Infinity);
    return age >= this.options.cache.ttlMs;
  }

  async load(): Promise<void> {
    const cached = await this.cache.load();
    if (cached === null || !Number.isFinite(cached.savedAt)) return;
    this.adopt(cached.content, cached.savedAt);
  }

  /** Fetches again; null, or the reason why the previous data is kept. */
  async refresh(signal: AbortSignal): Promise<string | null> {
    const { label, url, key, headers } = this.options;
    if (key === null) return providerTexts.noKey(label);
    try {
      const request = { url, headers: headers(key), timeoutMs, maxBytes: mostBytes, signal };
      const body = await fetchJson(request);
      this.adopt(body, this.clock.now());
      await this.cache.save(this.clock.now(), body);
      return null;
    } catch (thrown) {
      const reason = innermostMessage(thrown);
      this.logger.warn(lookupTexts.benchmarksFailed(label, reason));
      return reason;
    }
  }

  /** Stops caching; settles when pending writes are done. */
  close(): Promise<void> {
    return this.cache.close();
  }

  opinionOn(model: ModelSpec): QualityOpinion | null {
    if (this.fetchedAt === null) return null;
    const scores = this.index.scoresOf(model);
    if (scores === null) return null;
    const { confidence, attribution } = this.options;
    return benchmarkOpinion(scores, confidence(scores), attribution, this.fetchedAt);
  }

  figures(): Omit<BenchmarkCoverage, 'enabled' | 'detail'> {
    const { entries, models, measured } = this.index;
    const { attribution } = this.options;
    return { entries, models, measured, fetchedAt: this.fetchedAt, attribution };
  }

  private adopt(body: unknown, at: number): void {
    this.index = this.options.index(body);
    this.fetchedAt = at;
  }
}

const answerSchema = z
  .object({ data: anyList, benchmarks: anyList, rows: anyList, items: anyList })
  .catch({});

/** The rows in an answer or a cache, in any wrapping. */
export function rowsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const { data, benchmarks, rows, items } = answerSchema.parse(body);
  return data ?? benchmarks ?? rows ?? items ?? [];
}
