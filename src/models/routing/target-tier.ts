import type { ModelTier, RoutingPosture } from '../../protocol/records/enums.js';
import { modelTiers } from '../../protocol/records/enums.js';
import { limits } from '../../protocol/limits.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';
import { routeTexts } from '../../protocol/texts/routing.js';
import { clampTier, tierAbove, tierRank } from '../catalogue/tiers.js';
import type { RouteRequest } from './route-request.js';

export interface TargetTier {
  /** The policy's tier for the class. */
  readonly origin: ModelTier;
  readonly tier: ModelTier;
  /** One clause for each adjustment, in order. */
  readonly notes: readonly string[];
}

/** The first tier to try. A pin disables posture and complexity. */
export function targetTier(request: RouteRequest, pinned: boolean): TargetTier {
  const { policy, taskClass } = request;
  const origin = policy.byTaskClass?.[taskClass] ?? policy.defaultTier;
  const notes: string[] = [];
  let tier = origin;
  if (!pinned) {
    tier = applyPosture(request, origin, notes);
    tier = applyEscalation(request, tier, notes);
  }
  const clamped = clampTier(tier, policy.minTier, policy.maxTier);
  if (clamped !== tier) notes.push(routeTexts.clamped(clamped, policy.minTier, policy.maxTier));
  return { origin, tier: clamped, notes };
}

/** True if the remaining budget allows only the cheap posture. */
export function isNearlyExhausted(request: RouteRequest): boolean {
  return (request.budgetRemainingUsd ?? Infinity) < limits.nearExhaustionUsd;
}

function applyPosture(request: RouteRequest, origin: ModelTier, notes: string[]): ModelTier {
  let posture: RoutingPosture = request.posture ?? 'balanced';
  if (isNearlyExhausted(request)) {
    posture = 'cheap';
    notes.push(routeTexts.budgetNearlyExhausted);
  }
  // A minimum above the class's tier is applied by the clamp: cheap never raises.
  const { minTier } = request.policy;
  if (posture === 'cheap' && tierRank(minTier) < tierRank(origin)) {
    notes.push(routeTexts.postureLowered(posture, minTier));
    return minTier;
  }
  if (posture === 'quality' && tierAbove(origin) !== origin) {
    notes.push(routeTexts.postureRaised(posture, tierAbove(origin)));
    return tierAbove(origin);
  }
  return origin;
}

function applyEscalation(request: RouteRequest, tier: ModelTier, notes: string[]): ModelTier {
  const { escalateAtComplexity, escalateTo } = request.policy;
  if (escalateAtComplexity === undefined || escalateTo === undefined) return tier;
  if (request.complexity < escalateAtComplexity) return tier;
  notes.push(routeTexts.escalated(request.complexity, escalateAtComplexity, escalateTo));
  return escalateTo;
}

/** Tiers by preference: those that rules name, the target, then upwards, then downwards. */
export function tierWalk(target: ModelTier, rules: readonly RoutingRule[]): readonly ModelTier[] {
  const rank = tierRank(target);
  const named = rules.flatMap((rule) => (rule.tier === undefined ? [] : [rule.tier]));
  const above = modelTiers.slice(rank + 1);
  const below = modelTiers.slice(0, rank).reverse();
  return [...new Set([...named, target, ...above, ...below])];
}

/** Value of a position on the walk, 0..1; 0 off the walk (position -1). */
export function tierAffinity(position: number): number {
  return position < 0 ? 0 : Math.max(0, 1 - 0.15 * position);
}
