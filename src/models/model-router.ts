import { Injectable } from '@nestjs/common';
import type { ModelSpec } from '../protocol/records/models.js';
import type { RouteDecision } from '../protocol/records/routes.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import { ModelContributions } from './catalogue/model-contributions.js';
import type { RouteRequest, RoutingTable } from './routing/route-request.js';
import { routeTurn } from './routing/route-turn.js';
import { EndpointHealth } from './signals/health/endpoint-health.js';
import { ProviderAvailability } from './signals/availability/provider-availability.js';
import { LearnedQuality } from './signals/learned/learned-quality.js';
import { ProviderRegistry } from './providers/provider-registry.js';

/** Routes with the present catalogue, plugin rules and uptimes. */
@Injectable()
export class ModelRouter {
  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly registry: ProviderRegistry,
    private readonly contributions: ModelContributions,
    private readonly availability: ProviderAvailability,
    private readonly learned: LearnedQuality,
    private readonly health: EndpointHealth,
  ) {}

  /** Never fails, see `routeTurn`. */
  route(request: RouteRequest): RouteDecision {
    void this.learned.refreshIfOld();
    return routeTurn(request, {
      models: this.catalogue.routable(),
      rules: this.contributions.routingRules(),
      uptimeOf: (model) => this.health.uptimeOf(model),
      silenceOf: (model) => this.silenceOf(model),
    });
  }

  /** The table for estimates of cost: without uptimes and present outages. */
  usualTable(): RoutingTable {
    const rules = this.contributions.routingRules();
    return { models: this.catalogue.routable(), rules, uptimeOf: () => null };
  }

  private silenceOf({ providerId }: ModelSpec): string | null {
    const provider = this.registry.find(providerId);
    return provider === undefined ? null : this.availability.silence(provider);
  }
}
