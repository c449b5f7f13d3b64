import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit, OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { ageAt, Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { messageOf } from '#platform/errors/error-text.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import type { ScopedLogger } from '#platform/logging/office-logger.js';
import type { DiscoveredModel, DiscoveryReport, ModelSpec } from '#protocol/records/models.js';
import { lookupTexts, providerTexts } from '#protocol/texts/models.js';
import { CatalogueRevision } from '../catalogue-revision.js';
import { curatedCatalogue } from '../curated-catalogue.js';
import { JsonCache } from '../../signals/lookups/json-cache.js';
import { ProviderAvailability } from '../../signals/availability/provider-availability.js';
import { failedToConnect } from '../../providers/failed-to-connect.js';
import { callDeadlines } from '../../providers/live/call-deadlines.js';
import type { ProviderDefinition } from '../../providers/provider-definition.js';
import { ProviderRegistry } from '../../providers/provider-registry.js';
import { askForModels, ListRefused } from './model-list.js';
import { mergeDiscovered } from './merge-discovered.js';
import { type KnownReport, restoreReports } from './saved-reports.js';

const mostAtOnce = 4;
/** Time after which a failed provider is asked again, ms. */
const failureTtlMs = 5 * 60_000;

/**
 * Model lists of providers. The last report of a provider counts until the next one; a failure
 * restores the shipped list. Mock mode makes no requests.
 */
@Injectable()
export class ModelDiscovery implements OnModuleInit, OnApplicationShutdown {
  private readonly known = new Map<string, KnownReport>();
  /** Requests under way, by provider, address and key. */
  private readonly underWay = new Map<string, Promise<DiscoveryReport>>();
  /**
   * Merged lists by report, because the catalogue is assembled more often than lists are fetched.
   */
  private readonly merged = new WeakMap<DiscoveryReport, readonly ModelSpec[]>();
  private readonly cache: JsonCache;
  private readonly logger: ScopedLogger;
  private readonly closing = new AbortController();

  constructor(
    private readonly config: OfficeConfig,
    private readonly registry: ProviderRegistry,
    private readonly revision: CatalogueRevision,
    private readonly availability: ProviderAvailability,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.logger = logger.scope('models');
    this.cache = new JsonCache(config.discovery.cachePath, 'reports', this.logger);
  }

  get enabled(): boolean {
    return this.config.discovery.enabled && this.config.llm.mode === 'live';
  }

  async onModuleInit(): Promise<void> {
    if (!this.enabled) return;
    const cached = await this.cache.load();
    for (const restored of restoreReports(cached?.content)) {
      this.known.set(restored.report.providerId, restored);
    }
    this.revision.advance();
  }

  /** Waits for pending writes. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.cache.close();
  }

  /**
   * The last report of a provider; undefined if it was never asked with its present configuration.
   */
  report(providerId: string): DiscoveryReport | undefined {
    const known = this.known.get(providerId);
    const provider = this.registry.find(providerId);
    if (known === undefined || provider === undefined) return undefined;
    return known.source === sourceOf(provider) ? known.report : undefined;
  }

  /** The provider's own list as catalogue entries; null if the shipped list applies. */
  modelsOf(provider: ProviderDefinition): readonly ModelSpec[] | null {
    const report = this.report(provider.id);
    if (report?.ok !== true) return null;
    const known = this.merged.get(report) ?? mergeDiscovered(provider, report.models, report.at);
    this.merged.set(report, known);
    return known;
  }

  /** Asks the configured providers whose reports have expired; true if any was asked. */
  async refreshStale(): Promise<boolean> {
    if (!this.enabled) return false;
    const stale = this.registry.all().filter((one) => one.configured && !this.isFresh(one));
    await this.ask(stale);
    return stale.length > 0;
  }

  /**
   * A report for each of these providers, fetched now or only if expired. A request under way counts
   * for all who ask meanwhile.
   */
  async discover(
    providers: readonly ProviderDefinition[],
    force: boolean,
  ): Promise<DiscoveryReport[]> {
    const asked = providers.filter(
      (provider) => force || this.underWay.has(requestOf(provider)) || !this.isFresh(provider),
    );
    const fresh = await this.ask(asked);
    return providers.flatMap(
      ({ id }) => fresh.find((report) => report.providerId === id) ?? this.report(id) ?? [],
    );
  }

  /** Checks whether a provider is reachable; with discovery enabled, by its list. Never throws. */
  async probe(provider: ProviderDefinition): Promise<void> {
    if (this.enabled) await this.discover([provider], true);
    else await this.list(provider).catch(() => undefined);
  }

  /** Adopts results of another replica that are newer. */
  async adopt(reports: readonly DiscoveryReport[]): Promise<void> {
    const newer = reports.filter(({ providerId, at }) => {
      const known = this.report(providerId);
      return known === undefined || known.at < at;
    });
    if (!this.enabled || newer.length === 0) return;
    for (const report of newer) this.keep(report);
    await this.save();
  }

  private async ask(providers: readonly ProviderDefinition[]): Promise<DiscoveryReport[]> {
    if (providers.length === 0) return [];
    const reports = await pLimit(mostAtOnce).map(providers, (provider) => this.askOne(provider));
    await this.save();
    return reports;
  }

  /** Makes this report effective for routing and the provider's status. */
  private keep(report: DiscoveryReport): void {
    const provider = this.registry.find(report.providerId);
    if (provider === undefined) return;
    this.known.set(report.providerId, { report, source: sourceOf(provider) });
    this.revision.advance();
  }

  /** Failures are not saved, because their cause may be gone at the next boot. */
  private save(): Promise<void> {
    const useful = [...this.known.values()].filter(({ report }) => report.ok);
    return this.cache.save(
      this.clock.now(),
      useful.map(({ report, source }) => ({ ...report, source })),
    );
  }

  private askOne(provider: ProviderDefinition): Promise<DiscoveryReport> {
    const request = requestOf(provider);
    const known = this.underWay.get(request);
    if (known !== undefined) return known;
    const asked = this.fetch(provider).finally(() => this.underWay.delete(request));
    this.underWay.set(request, asked);
    return asked;
  }

  private async fetch(provider: ProviderDefinition): Promise<DiscoveryReport> {
    const begun = this.clock.elapsed();
    const reportOf = (found: Pick<DiscoveryReport, 'ok' | 'models' | 'error' | 'keyRefused'>) => {
      const durationMs = Math.round(this.clock.elapsed() - begun);
      return { providerId: provider.id, ...found, durationMs, at: this.clock.now() };
    };
    const failed = (error: string, ofKey = false) =>
      reportOf({ ok: false, models: [], error, ...(ofKey && { keyRefused: true }) });
    // A provider that was not asked keeps its report.
    if (provider.kind === 'mock') return failed(providerTexts.noModelList);
    if (!provider.configured) return failed(providerTexts.noKey(provider.label));
    const report = await this.list(provider).then(
      (models) => reportOf({ ok: true, models, error: null }),
      (thrown: unknown) => failed(messageOf(thrown), thrown instanceof ListRefused && thrown.ofKey),
    );
    // A request aborted by shutdown says nothing about the provider.
    if (this.closing.signal.aborted) return report;
    // An answer to a key that was replaced meanwhile says nothing about the present one.
    const present = this.registry.find(provider.id);
    if (present === undefined || requestOf(present) !== requestOf(provider)) return report;
    this.keep(report);
    this.note(provider, report);
    return report;
  }

  /** Fetches a provider's list and records whether it was reachable. */
  private async list(provider: ProviderDefinition): Promise<DiscoveredModel[]> {
    const { id } = provider;
    try {
      const models = await askForModels(provider, callDeadlines.wholeMs, this.closing.signal);
      this.availability.answered(id);
      return models;
    } catch (thrown) {
      if (failedToConnect(thrown)) this.availability.unreachable(id, messageOf(thrown));
      else if (!this.closing.signal.aborted) this.availability.answered(id);
      throw thrown;
    }
  }

  private note(provider: ProviderDefinition, report: DiscoveryReport): void {
    if (report.error !== null) {
      const line = lookupTexts.discoveryFailed(provider.id, report.error);
      if (provider.local) this.logger.debug(line);
      else this.logger.warn(line);
      return;
    }
    const offered = new Set(this.modelsOf(provider)?.map(({ id }) => id));
    const rated = curatedCatalogue.filter(({ providerId }) => providerId === provider.id);
    const gone = rated.map(({ id }) => id).filter((id) => !offered.has(id));
    if (gone.length > 0) this.logger.info(lookupTexts.notReported(provider.id, gone));
  }

  private isFresh({ id, keyless }: ProviderDefinition): boolean {
    const report = this.report(id);
    if (report === undefined) return false;
    // A list from before this boot does not prove that the local runtime runs now.
    if (keyless && !this.availability.isKnown(id)) return false;
    const { ttlMs } = this.config.discovery;
    const ageMs = ageAt(this.clock.now(), report.at);
    return ageMs < (report.ok ? ttlMs : Math.min(ttlMs, failureTtlMs));
  }
}

function requestOf(provider: ProviderDefinition): string {
  return `${provider.id}\0${sourceOf(provider)}`;
}

/** Identifies the address and key of a report without revealing the key. */
function sourceOf({ baseUrl, key }: ProviderDefinition): string {
  return createHash('sha256')
    .update(`${baseUrl}\0${key ?? ''}`)
    .digest('hex')
    .slice(0, 32);
}
