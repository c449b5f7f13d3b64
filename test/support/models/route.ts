import type { RouteRequest, RoutingTable } from '#models/routing/route-request.js';
import { routeTurn } from '#models/routing/route-turn.js';
import type { ModelQuality, ModelSpec } from '#protocol/records/models.js';
import type { RouteDecision } from '#protocol/records/routes.js';
import { aPolicy } from './a-model.js';

/** Routes a coding turn of medium complexity over these models. */
export function route(
  models: readonly ModelSpec[],
  request: Partial<RouteRequest> = {},
  table: Partial<RoutingTable> = {},
): RouteDecision {
  return routeTurn(
    { taskClass: 'coding', complexity: 0.5, policy: aPolicy(), ...request },
    { models, rules: [], uptimeOf: () => null, ...table },
  );
}

export function rated(quality: number, opinions: ModelQuality['opinions'] = []): ModelQuality {
  return { quality, fitness: {}, opinions };
}
