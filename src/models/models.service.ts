import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ModelSignals, ModelSpec, ProviderStatus } from '../protocol/records/models.js';
import type { RouteDecision } from '../protocol/records/work.js';
import { PooledQuality } from './benchmarks/pooled-quality.js';
import { CatalogueRevision } from './catalogue-revision.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import { ModelDiscovery } from './discovery/model-discovery.js';
import type { CallableModel, CallableModels } from './failover-caller.js';
import { EndpointHealth } from './health/endpoint-health.js';
import { LearnedQuality } from './learned/learned-quality.js';
import { ModelContributions } from './model-contributions.js';
import { providerStatus } from './provider-status.js';
import type { ModelProvider } from './providers/model-provider.js';
import { ProviderRegistry } from './providers/provider-registry.js';
import type { RouteRequest } from './routing/route-request.js';
import { routeTurn } from './routing/route-turn.js';

/** The models and vendors of the installation, and the choice among them. */
@Injectable()
export class ModelsService implements CallableModels {
  private signals: ModelSignals | null = null;
  private statuses: { revision: number; list: readonly ProviderStatus[] } | null = null;

  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly registry: ProviderRegistry,
    private readonly contributions: ModelContributions,
    private readonly discovery: ModelDiscovery,
    private readonly learned: LearnedQuality,
    private readonly pooled: PooledQuality,
    private readonly health: EndpointHealth,
    private readonly revision: CatalogueRevision,
  ) {}

  /** Chooses a model over the catalogue as it stands; never fails, see `routeTurn`. */
  route(request: RouteRequest): RouteDecision {
    void this.learned.refreshIfOld();
    return routeTurn(request, {
      models: this.catalogue.routable(),
      rules: this.contributions.routingRules(),
      uptimeOf: (model) => this.uptimeOf(model),
    });
  }

  /** Whole specs in the order of the catalogue. */
  list(): readonly ModelSpec[] {
    return this.catalogue.all();
  }

  /** The form of state frames; the same array until something changes. */
  projected(): readonly ModelSpec[] {
    return this.catalogue.projected();
  }

  callable(providerId: string, modelId: string): CallableModel | null {
    const model = this.catalogue.routableModel(providerId, modelId);
    const provider = model === undefined ? null : this.registry.connection(providerId);
    return model === undefined || provider === null ? null : { model, provider };
  }

  /** A vendor that can be asked for embeddings; null for one that has none, or is not configured. */
  embeddings(providerId: string): Pick<ModelProvider, 'embed'> | null {
    const connection = this.registry.connection(providerId);
    return connection?.canEmbed === true ? connection : null;
  }

  /** In the order of the interface; the same array until something changes. */
  providers(): readonly ProviderStatus[] {
    if (this.statuses?.revision !== this.revision.current) {
      const models = this.catalogue.all();
      const list = this.registry
        .all()
        .map((provider) => providerStatus(provider, models, this.discovery.report(provider.id)));
      this.statuses = { revision: this.revision.current, list };
    }
    return this.statuses.list;
  }

  /** How much is known about quality; the same object until that changes. */
  modelSignals(): ModelSignals {
    const signals = {
      benchmarks: this.pooled.signals(),
      health: this.health.status(),
      learned: this.learned.signals(),
    };
    if (!isDeepStrictEqual(signals, this.signals)) this.signals = signals;
    return this.signals ?? signals;
  }

  /** A runtime on this machine that did not answer when last asked is taken to be down. */
  private uptimeOf(model: ModelSpec): number | null {
    const keyless = this.registry.find(model.providerId)?.keyless ?? false;
    if (keyless && this.discovery.report(model.providerId)?.ok === false) return 0;
    return this.health.uptimeOf(model);
  }
}
