import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ModelSignals, ModelSpec, ProviderStatus } from '../protocol/records/models.js';
import type { RouteDecision } from '../protocol/records/routes.js';
import { PooledQuality } from './signals/benchmarks/pooled-quality.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import type { CallableModels } from './gateway/failover-caller.js';
import type { CallableModel } from './gateway/route-attempts.js';
import { EndpointHealth } from './signals/health/endpoint-health.js';
import { LearnedQuality } from './signals/learned/learned-quality.js';
import type { ModelProvider } from './providers/model-provider.js';
import { ProviderRegistry } from './providers/provider-registry.js';
import { ModelRouter } from './model-router.js';
import { ProviderStatuses } from './provider-statuses.js';
import type { RouteRequest } from './routing/route-request.js';
import type { RoutingInputs } from './routing/routing-inputs.js';

/** The models and providers of the installation, and the choice among them. */
@Injectable()
export class ModelsService implements CallableModels {
  private signals: ModelSignals | null = null;

  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly registry: ProviderRegistry,
    private readonly router: ModelRouter,
    private readonly statuses: ProviderStatuses,
    private readonly learned: LearnedQuality,
    private readonly pooled: PooledQuality,
    private readonly health: EndpointHealth,
  ) {}

  /** Chooses a model from the present catalogue; never fails, see `routeTurn`. */
  route(request: RouteRequest): RouteDecision {
    return this.router.route(request);
  }

  /** The inputs for estimates of the cost of turns. */
  routing(): Pick<RoutingInputs, 'models' | 'table'> {
    return { models: this.catalogue.all(), table: this.router.usualTable() };
  }

  /** Complete specs in the catalogue's order. */
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

  /** A provider that offers embeddings; null if it has none or is not configured. */
  embeddings(providerId: string): Pick<ModelProvider, 'embed'> | null {
    const connection = this.registry.connection(providerId);
    return connection?.canEmbed === true ? connection : null;
  }

  /** In the interface's order; the same array until a change. */
  providers(): readonly ProviderStatus[] {
    return this.statuses.current();
  }

  /** The amount of quality data; the same object until a change. */
  modelSignals(): ModelSignals {
    const signals = {
      benchmarks: this.pooled.coverage(),
      health: this.health.status(),
      learned: this.learned.signals(),
    };
    if (!isDeepStrictEqual(signals, this.signals)) this.signals = signals;
    return this.signals ?? signals;
  }
}
