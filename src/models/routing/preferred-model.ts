import type { ModelSpec } from '../../protocol/records/models.js';
import { routeTexts } from '../../protocol/texts/routing.js';
import { isWithin } from '../catalogue/tiers.js';
import { shortcomingOf } from './model-pool.js';
import type { ModelPool } from './model-pool.js';
import type { RouteRequest } from './route-request.js';

/** The outcome of a policy's named model. */
export type PreferredModel =
  | { readonly kind: 'none' }
  | { readonly kind: 'honoured'; readonly modelId: string }
  | { readonly kind: 'unusable'; readonly note: string };

export function preferredModel(
  models: readonly ModelSpec[],
  pool: ModelPool,
  request: RouteRequest,
  silenceOf: (model: ModelSpec) => string | null = () => null,
): PreferredModel {
  const { preferredModelId: id, minTier, maxTier } = request.policy;
  if (id === undefined) return { kind: 'none' };
  const named = models.filter((model) => model.id === id);
  if (named.length === 0) return { kind: 'unusable', note: routeTexts.preferredUnknown(id) };
  const offered = pool.models.filter((model) => model.id === id);
  if (offered.length === 0) {
    const reasons = named
      .map((model) => silenceOf(model) ?? shortcomingOf(model, request) ?? '')
      .sort();
    return { kind: 'unusable', note: routeTexts.preferredUnfit(id, reasons[0] ?? '') };
  }
  if (!offered.some((model) => isWithin(model.tier, minTier, maxTier))) {
    return { kind: 'unusable', note: routeTexts.preferredOutOfBounds(id, minTier, maxTier) };
  }
  return { kind: 'honoured', modelId: id };
}

/** True for entries that may serve a named model; several providers may offer the id. */
export function isHonoured(
  model: ModelSpec,
  preferred: PreferredModel,
  request: RouteRequest,
): boolean {
  const { minTier, maxTier } = request.policy;
  return (
    preferred.kind === 'honoured' &&
    model.id === preferred.modelId &&
    isWithin(model.tier, minTier, maxTier)
  );
}
