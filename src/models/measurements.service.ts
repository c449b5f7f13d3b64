import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import { EventBus } from '../platform/events/event-bus.js';
import { EventLog } from '../platform/events/event-log.js';
import { limits } from '../protocol/limits.js';
import type { BenchmarksAnswer, ModelHealthAnswer } from '../protocol/records/models.js';
import { providerTexts } from '../protocol/texts/models.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import { ModelsService } from './models.service.js';
import { PooledQuality } from './signals/benchmarks/pooled-quality.js';
import { EndpointHealth } from './signals/health/endpoint-health.js';

/** Fetches benchmarks and uptimes on request. Mock mode fetches nothing. */
@Injectable()
export class MeasurementsService {
  constructor(
    private readonly config: OfficeConfig,
    private readonly models: ModelsService,
    private readonly catalogue: ModelCatalogue,
    private readonly pooled: PooledQuality,
    private readonly health: EndpointHealth,
    private readonly bus: EventBus,
    private readonly events: EventLog,
  ) {}

  async refreshBenchmarks(): Promise<BenchmarksAnswer> {
    if (!this.pooled.enabled) return { ok: false, error: providerTexts.benchmarksOff };
    const error = this.isMock ? providerTexts.mockNoCalls : await this.askSources();
    this.bus.publish({ type: 'internal.live-state.changed' });
    const coverage = this.pooled.coverage();
    const { entries } = coverage;
    return { ok: error === null, entries, error, coverage, models: this.models.list() };
  }

  /** Every replica fetches; the answer is that of this replica's request. */
  private async askSources(): Promise<string | null> {
    await this.events.append({ type: 'internal.models.benchmarks-wanted' });
    return this.pooled.refresh();
  }

  /** Fetches the uptimes of the first `limit` routable models for which it is possible. */
  async refreshHealth(limit: number = limits.modelHealthDefault): Promise<ModelHealthAnswer> {
    if (!this.health.enabled) return { ok: false, error: providerTexts.endpointHealthOff };
    if (this.isMock) return this.unaskedHealth(providerTexts.mockNoCalls);
    const most = Math.min(limits.modelHealthMax, Math.max(1, Math.floor(limit)));
    const covered = this.catalogue.routable().filter((model) => this.health.covers(model));
    const asked = covered.slice(0, most);
    const { records, failed } = await this.health.refresh(asked);
    await this.events.append({ type: 'internal.models.measured', records });
    return {
      ok: true,
      fetched: records.length,
      failed,
      considered: asked.length,
      records,
      status: this.health.status(),
    };
  }

  /** The answer if no provider was asked: the existing records. */
  private unaskedHealth(error: string): ModelHealthAnswer {
    const { health } = this;
    const records = health.known();
    return {
      ok: false,
      error,
      fetched: 0,
      failed: 0,
      considered: 0,
      records,
      status: health.status(),
    };
  }

  private get isMock(): boolean {
    return this.config.llm.mode === 'mock';
  }
}
