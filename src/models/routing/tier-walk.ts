import { modelTiers } from '../../protocol/records/enums.js';
import type { ModelTier } from '../../protocol/records/enums.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';
import { tierRank } from '../catalogue/tiers.js';

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
