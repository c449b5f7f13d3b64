import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { ageAt, Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import type { ScopedLogger } from '#platform/logging/office-logger.js';
import type { ModelHealthRecord, ModelHealthStatus, ModelSpec } from '#protocol/records/models.js';
import { lookupTexts } from '#protocol/texts/models.js';
import { innermostMessage } from '#platform/errors/error-text.js';
import { fetchJson } from '../lookups/fetch-json.js';
import { JsonCache } from '../lookups/json-cache.js';
import {
  endpointAddress,
  parseEndpoints,
  permaslugOf,
  restoreRecords,
} from './endpoint-records.js';

/**
 * Background jobs, a few at once, and at most one per key. Not `p-queue`, which has no keys and
 * would need the same bookkeeping.
 */
export class LookupQueue {
  private readonly waiting = new Map<string, () => Promise<void>>();
  private readonly running = new Set<string>();

  constructor(private readonly mostAtOnce: number) {}

  /** True if nothing waits and only the caller's own job runs. */
  get isIdle(): boolean {
    return this.waiting.size === 0 && this.running.size <= 1;
  }

  /** The work must handle its own failures. */
  add(key: string, work: () => Promise<void>): void {
    if (this.running.has(key) || this.waiting.has(key)) return;
    this.waiting.set(key, work);
    this.startNext();
  }

  private startNext(): void {
    const [next] = this.waiting;
    if (next === undefined || this.running.size >= this.mostAtOnce) return;
    const [key, work] = next;
    this.waiting.delete(key);
    this.running.add(key);
    void work().finally(() => {
      this.running.delete(key);
      this.startNext();
    });
  }
}

const timeoutMs = 15_000;
const mostBytes = 2 * 1024 * 1024;
const mostAtOnce = 4;

/** The result of fetching some models' uptimes. */
interface HealthRefresh {
  readonly records: readonly ModelHealthRecord[];
  readonly failed: number;
}

/**
 * Uptimes of models. Routing requests a missing or old reading in the background; the old one is
 * used until it arrives.
 */
@Injectable()
export class EndpointHealth implements OnModuleInit, OnApplicationShutdown {
  private readonly records = new Map<string, ModelHealthRecord>();
  /** Time of the last failure per model, so that it is not retried at every turn. */
  private readonly failedAt = new Map<string, number>();
  private readonly queue = new LookupQueue(mostAtOnce);
  private readonly cache: JsonCache;
  private readonly logger: ScopedLogger;
  private readonly baseUrl: string;
  private readonly providerIds: ReadonlySet<string>;
  private readonly closing = new AbortController();

  constructor(
    private readonly config: OfficeConfig,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.logger = logger.scope('models');
    this.cache = new JsonCache(config.endpointHealth.cachePath, 'records', this.logger);
    this.baseUrl = config.providers.find(({ id }) => id === 'openrouter')?.baseUrl ?? '';
    this.providerIds = new Set(config.endpointHealth.providerIds);
  }

  get enabled(): boolean {
    return this.config.endpointHealth.enabled;
  }

  async onModuleInit(): Promise<void> {
    if (!this.mayAsk) return;
    const cached = await this.cache.load();
    for (const record of restoreRecords(cached?.content)) this.records.set(record.modelId, record);
  }

  /** Waits for pending writes. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.cache.close();
  }

  /** 0..1; null while unknown. Requests a missing or old reading in the background. */
  uptimeOf(model: ModelSpec): number | null {
    if (!this.mayAsk || !this.covers(model)) return null;
    if (this.isStale(model.id)) this.queue.add(model.id, () => this.askAndKeep(model));
    return this.records.get(model.id)?.uptime ?? null;
  }

  /** True if the model's uptime can be fetched. */
  covers(model: ModelSpec): boolean {
    return this.providerIds.has(model.providerId) && permaslugOf(model) !== null;
  }

  /** Fetches these models' uptimes now, one after another. */
  async refresh(models: readonly ModelSpec[]): Promise<HealthRefresh> {
    const records: ModelHealthRecord[] = [];
    for (const model of models) {
      const record = await this.ask(model);
      if (record !== null) records.push(record);
    }
    await this.save();
    return { records, failed: models.length - records.length };
  }

  /** Adopts results of another replica that are newer. */
  async adopt(records: readonly ModelHealthRecord[]): Promise<void> {
    const newer = records.filter(({ modelId, at }) => {
      const known = this.records.get(modelId);
      return known === undefined || known.at < at;
    });
    if (!this.mayAsk || newer.length === 0) return;
    for (const record of newer) this.records.set(record.modelId, record);
    await this.save();
  }

  /** All readings, including old ones. */
  known(): readonly ModelHealthRecord[] {
    return [...this.records.values()];
  }

  status(): ModelHealthStatus {
    const times = [...this.records.values()].map(({ at }) => at);
    return {
      enabled: this.enabled,
      known: this.records.size,
      fetchedAt: times.length === 0 ? null : Math.max(...times),
    };
  }

  private get mayAsk(): boolean {
    return this.enabled && this.config.llm.mode === 'live';
  }

  private isStale(modelId: string): boolean {
    const last = this.records.get(modelId)?.at ?? -Infinity;
    const lastTried = Math.max(last, this.failedAt.get(modelId) ?? -Infinity);
    return ageAt(this.clock.now(), lastTried) >= this.config.endpointHealth.ttlMs;
  }

  private async askAndKeep(model: ModelSpec): Promise<void> {
    await this.ask(model);
    if (this.queue.isIdle) await this.save();
  }

  private async ask(model: ModelSpec): Promise<ModelHealthRecord | null> {
    const permaslug = permaslugOf(model) ?? '';
    const url = endpointAddress(this.baseUrl, permaslug);
    const at = this.clock.now();
    try {
      const body = await fetchJson({
        url,
        timeoutMs,
        maxBytes: mostBytes,
        signal: this.closing.signal,
      });
      const record = { modelId: model.id, permaslug, ...parseEndpoints(body), at };
      this.records.set(model.id, record);
      return record;
    } catch (thrown) {
      this.failedAt.set(model.id, at);
      this.logger.debug(lookupTexts.healthFailed(model.id, innermostMessage(thrown)));
      return null;
    }
  }

  private save(): Promise<void> {
    return this.cache.save(this.clock.now(), [...this.records.values()]);
  }
}
