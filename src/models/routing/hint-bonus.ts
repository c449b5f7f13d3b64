import type { ModelTier } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';

/**
 * What the rules for a class add to a model's score (behaviour-engine.md 5.5). A rule speaks only
 * about models of its own tier, or of the target where it names none.
 */
export function hintBonus(
  model: ModelSpec,
  target: ModelTier,
  rules: readonly RoutingRule[],
): number {
  let bonus = 0;
  for (const rule of rules) {
    if (model.tier !== (rule.tier ?? target)) continue;
    if (rule.preferModelIds?.includes(model.id)) bonus += 0.08;
    if (rule.preferProviderIds?.includes(model.providerId)) bonus += 0.04;
    if (rule.avoidModelIds?.includes(model.id)) bonus -= 0.12;
  }
  return bonus;
}
