import type { ModelTier, RoutingPosture } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { blendedCostPerKTok } from '../catalogue/stated-prices.js';
import { rulesFor } from './route-request.js';
import type { RouteRequest, RoutingTable } from './route-request.js';
import { isNearlyExhausted, tierAffinity } from './target-tier.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';

/** A pooled model with the values behind its rank. */
export interface Candidate {
  readonly model: ModelSpec;
  readonly costPerKTok: number;
  /** Null = unrated, ranked by tier and cost. */
  readonly quality: number | null;
  readonly fitness: number | null;
  /** -1 = off the walk. */
  readonly walkPosition: number;
  readonly relativeCost: number;
  readonly uptime: number | null;
  readonly score: number;
}

/** Reference values for the scores of a pool. */
interface Scale {
  readonly meanQuality: number;
  readonly meanFitness: number;
  readonly costPressure: number;
  readonly relativeCost: (costPerKTok: number) => number;
}

const pressures: Readonly<Record<RoutingPosture, number>> = {
  cheap: 0.3,
  balanced: 0.12,
  quality: 0.03,
};

/** Scores every model of a pool; docs/routing.md has the formula. */
export function scoreCandidates(
  pool: readonly ModelSpec[],
  request: RouteRequest,
  table: RoutingTable,
  target: ModelTier,
  walk: readonly ModelTier[],
): Candidate[] {
  const costs = pool.map(blendedCostPerKTok);
  const scale = measure(pool, costs, request);
  const rules = rulesFor(table, request.taskClass);
  return pool.map((model, index) => {
    const quality = model.quality?.quality ?? null;
    const fitness = fitnessOf(model, request);
    const costPerKTok = costs[index] ?? 0;
    const relativeCost = scale.relativeCost(costPerKTok);
    const walkPosition = walk.indexOf(model.tier);
    const uptime = table.uptimeOf(model);
    const score =
      0.45 * (fitness ?? scale.meanFitness) +
      0.2 * (quality ?? scale.meanQuality) +
      0.35 * tierAffinity(walkPosition) -
      scale.costPressure * relativeCost -
      (uptime === null ? 0 : 0.3 * (1 - uptime)) +
      hintBonus(model, target, rules);
    return {
      model,
      costPerKTok,
      quality,
      fitness,
      walkPosition,
      relativeCost,
      uptime,
      score: Math.round(score * 1e4) / 1e4,
    };
  });
}

/** The model's fitness for the class, else its overall quality. */
function fitnessOf(model: ModelSpec, request: RouteRequest): number | null {
  return model.quality?.fitness[request.taskClass] ?? model.quality?.quality ?? null;
}

function measure(
  pool: readonly ModelSpec[],
  costs: readonly number[],
  request: RouteRequest,
): Scale {
  const rated = pool.filter((model) => model.quality !== undefined);
  return {
    meanQuality: mean(rated.map((model) => model.quality?.quality ?? 0)),
    meanFitness: mean(rated.map((model) => fitnessOf(model, request) ?? 0)),
    costPressure: rated.length === 0 ? 0 : pressureOf(request),
    relativeCost: relativeCostAmong(costs),
  };
}

function pressureOf(request: RouteRequest): number {
  return isNearlyExhausted(request) ? pressures.cheap : pressures[request.posture ?? 'balanced'];
}

/** 0 for the cheapest of the pool, 1 for the most expensive, on a logarithmic scale. */
function relativeCostAmong(costs: readonly number[]): Scale['relativeCost'] {
  const least = Math.log1p(Math.min(...costs));
  const range = Math.log1p(Math.max(...costs)) - least;
  return (costPerKTok) => (range > 0 ? (Math.log1p(costPerKTok) - least) / range : 0);
}

/** Sums the smallest first, so that the result does not depend on the catalogue's order. */
function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The rules' addition to a model's score. A rule applies to models of its tier, or of the target
 * tier if it names none.
 */
function hintBonus(model: ModelSpec, target: ModelTier, rules: readonly RoutingRule[]): number {
  let bonus = 0;
  for (const rule of rules) {
    if (model.tier !== (rule.tier ?? target)) continue;
    if (rule.preferModelIds?.includes(model.id)) bonus += 0.08;
    if (rule.preferProviderIds?.includes(model.providerId)) bonus += 0.04;
    if (rule.avoidModelIds?.includes(model.id)) bonus -= 0.12;
  }
  return bonus;
}
