import type { ModelSpec } from '../../protocol/records/models.js';
import type { RouteCandidate } from '../../protocol/records/work.js';
import { blendedCostPerKTok } from '../catalogue/stated-prices.js';
import type { Candidate } from './score-candidate.js';

/** The wire form of a candidate; unrated models have neither quality nor fitness. */
export function toRouteCandidate(candidate: Candidate, reason: string): RouteCandidate {
  return {
    providerId: candidate.model.providerId,
    modelId: candidate.model.id,
    tier: candidate.model.tier,
    blendedCostPerKTok: candidate.costPerKTok,
    reason,
    ...(candidate.quality !== null && { quality: candidate.quality }),
    ...(candidate.fitness !== null && { fitness: candidate.fitness }),
    score: candidate.score,
  };
}

/** A model that was not scored, because its provider cannot be called now. */
export function toUnaskedCandidate(model: ModelSpec, reason: string): RouteCandidate {
  const { providerId, id: modelId, tier } = model;
  return { providerId, modelId, tier, blendedCostPerKTok: blendedCostPerKTok(model), reason };
}
