import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import { NotFoundError } from '../platform/errors/office-error.js';
import { AfterListening } from '../platform/process/after-listening.js';
import { OfficeChanges } from '../platform/state/office-changes.js';
import { limits } from '../protocol/limits.js';
import type {
  BenchmarksAnswer,
  DiscoveryAnswer,
  ModelHealthAnswer,
} from '../protocol/records/models.js';
import { lookupTexts, providerTexts } from '../protocol/texts.js';
import { PooledQuality } from './benchmarks/pooled-quality.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import { ModelDiscovery } from './discovery/model-discovery.js';
import { EndpointHealth } from './health/endpoint-health.js';
import { ModelsService } from './models.service.js';
import { ProviderRegistry } from './providers/provider-registry.js';

/**
 * Asks elsewhere about models: once in the background when the service listens, and whenever
 * somebody wants it. In mock mode nothing leaves the process (decisions.md D5).
 */
@Injectable()
export class ModelLookupsService implements OnModuleInit {
  constructor(
    private readonly config: OfficeConfig,
    private readonly models: ModelsService,
    private readonly catalogue: ModelCatalogue,
    private readonly registry: ProviderRegistry,
    private readonly discovery: ModelDiscovery,
    private readonly pooled: PooledQuality,
    private readonly health: EndpointHealth,
    private readonly changes: OfficeChanges,
    private readonly afterListening: AfterListening,
  ) {}

  onModuleInit(): void {
    this.afterListening.register(() => this.announceIf(this.discovery.refreshStale()));
    this.afterListening.register(() => this.announceIf(this.pooled.refreshStale()));
  }

  /**
   * Asks one vendor, or every one of them, for its models.
   * @throws NotFoundError for a vendor nobody knows
   */
  async discover(providerId: string | undefined, force: boolean): Promise<DiscoveryAnswer> {
    if (this.isMock) return this.discovered([], providerTexts.mockNoDiscovery);
    const providers = this.providersNamed(providerId);
    if (!this.discovery.enabled) return this.discovered([], lookupTexts.discoveryOff);
    const reports = await this.discovery.discover(providers, force);
    this.changes.announce();
    return this.discovered(reports);
  }

  async refreshBenchmarks(): Promise<BenchmarksAnswer> {
    if (!this.pooled.enabled) return { ok: false, error: providerTexts.benchmarksOff };
    if (this.isMock) return { ok: false, error: providerTexts.mockNoCalls };
    const error = await this.pooled.refresh();
    this.changes.announce();
    const coverage = this.pooled.coverage();
    const { entries } = coverage;
    return { ok: error === null, entries, error, coverage, models: this.models.list() };
  }

  /** Asks about the first models that can be asked about, `limit` of them. */
  async refreshHealth(limit: number = limits.modelHealthDefault): Promise<ModelHealthAnswer> {
    if (!this.health.enabled) return { ok: false, error: providerTexts.endpointHealthOff };
    if (this.isMock) return { ok: false, error: providerTexts.mockNoCalls };
    const most = Math.min(limits.modelHealthMax, Math.max(1, Math.floor(limit)));
    const covered = this.catalogue.routable().filter((model) => this.health.covers(model));
    const asked = covered.slice(0, most);
    const { records, failed } = await this.health.refresh(asked);
    this.changes.announce();
    return {
      ok: true,
      fetched: records.length,
      failed,
      considered: asked.length,
      records,
      status: this.health.status(),
    };
  }

  private get isMock(): boolean {
    return this.config.llm.mode === 'mock';
  }

  /** An empty id means every vendor. */
  private providersNamed(providerId: string | undefined) {
    if (providerId === undefined || providerId === '') return this.registry.all();
    const provider = this.registry.find(providerId);
    if (provider === undefined) throw new NotFoundError(providerTexts.noProvider(providerId));
    return [provider];
  }

  private discovered(reports: DiscoveryAnswer['reports'], note?: string): DiscoveryAnswer {
    const { models } = this;
    return {
      reports,
      providers: models.providers(),
      models: models.list(),
      ...(note !== undefined && { note }),
    };
  }

  private async announceIf(changed: Promise<boolean>): Promise<void> {
    if (await changed) this.changes.announce();
  }
}
