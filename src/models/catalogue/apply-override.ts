import type { ModelOverride, ModelSpec, QualityOpinion } from '../../protocol/records/models.js';
import { blendQuality } from '../signals/quality/blend-quality.js';

const unknownQuality = 0.5;

/** A model as an operator corrected it (behaviour-engine.md 5.8, records.md 2.5). */
export function applyOverride(model: ModelSpec, override: ModelOverride): ModelSpec {
  const { tier, costPerMTokIn, costPerMTokOut } = override;
  const priced = costPerMTokIn !== undefined && costPerMTokOut !== undefined;
  const { unpriced, ...rest } = model;
  const quality = correctedQuality(model, override);
  return {
    ...rest,
    tier: tier ?? model.tier,
    costPerMTokIn: costPerMTokIn ?? model.costPerMTokIn,
    costPerMTokOut: costPerMTokOut ?? model.costPerMTokOut,
    ...(unpriced === true && !priced && { unpriced }),
    ...(quality !== undefined && { quality }),
  };
}

/** The operator's correction is one more curated opinion, of the highest confidence. */
function correctedQuality(model: ModelSpec, override: ModelOverride): ModelSpec['quality'] {
  if (override.quality === undefined && override.fitness === undefined) return model.quality;
  const opinion: QualityOpinion = {
    source: 'curated',
    quality: override.quality ?? model.quality?.quality ?? unknownQuality,
    fitness: override.fitness ?? {},
    confidence: 1,
  };
  return blendQuality([...(model.quality?.opinions ?? []), opinion]);
}
