import type {
  ModelCapabilities,
  ModelOverride,
  ModelSpec,
  QualityOpinion,
} from '../../protocol/records/models.js';
import { blendQuality } from '../signals/quality/blend-quality.js';
import { repriced, type StatedPrices } from './reprice.js';

const unknownQuality = 0.5;

/** A model with an operator's corrections applied. */
export function applyOverride(model: ModelSpec, override: ModelOverride): ModelSpec {
  const { tier, contextWindow, maxOutputTokens } = override;
  const quality = correctedQuality(model, override);
  const corrected = {
    ...withCapabilities(model, override.capabilities ?? {}),
    tier: tier ?? model.tier,
    contextWindow: contextWindow ?? model.contextWindow,
    maxOutputTokens: maxOutputTokens ?? model.maxOutputTokens,
    ...(quality !== undefined && { quality }),
  };
  return repriced(corrected, statedBy(override));
}

/** A capability stated by an operator is no longer assumed. */
function withCapabilities(model: ModelSpec, stated: Partial<ModelCapabilities>): ModelSpec {
  const { assumed = [], ...rest } = model;
  const open = assumed.filter((name) => stated[name] === undefined);
  const capabilities = { ...model.capabilities, ...stated };
  return { ...rest, capabilities, ...(open.length > 0 && { assumed: open }) };
}

function statedBy(override: ModelOverride): StatedPrices {
  const { costPerMTokIn, costPerMTokOut, costPerMTokCacheRead, costPerMTokCacheWrite } = override;
  return {
    ...(costPerMTokIn !== undefined && { in: costPerMTokIn }),
    ...(costPerMTokOut !== undefined && { out: costPerMTokOut }),
    ...(costPerMTokCacheRead !== undefined && { cacheRead: costPerMTokCacheRead }),
    ...(costPerMTokCacheWrite !== undefined && { cacheWrite: costPerMTokCacheWrite }),
  };
}

/** Adds the operator's correction as a curated opinion of the highest confidence. */
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
