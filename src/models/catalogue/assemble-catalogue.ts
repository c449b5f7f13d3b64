import type {
  ModelCapabilities,
  ModelOverride,
  ModelSpec,
  QualityOpinion,
} from '../../protocol/records/models.js';
import type { ModelDecisions } from './model-settings.js';
import { blendQuality } from '../signals/quality/blend-quality.js';
import { modelKey } from './model-key.js';
import { withAssumedPrices } from './prices.js';
import { repriced, type StatedPrices } from './stated-prices.js';
import { refinedTier } from './tiers.js';

/** Everything a catalogue is made of. */
export interface CatalogueParts {
  /** In the order in which the catalogue lists them. */
  readonly providerIds: readonly string[];
  /** The models of a vendor: its own list if it gave one, else the shipped rows. */
  readonly modelsOf: (providerId: string) => readonly ModelSpec[];
  readonly pluginModels: readonly ModelSpec[];
  readonly decisions: ModelDecisions;
  /** A model as its vendor was found to serve it. Absent: nothing was found. */
  readonly foundOn?: (model: ModelSpec) => ModelSpec;
  /** Opinions beside the shipped ones: learned first, then pooled. */
  readonly opinionsOf: (model: ModelSpec) => readonly QualityOpinion[];
}

/**
 * The catalogue as operators and vendors make it: vendor by vendor, the first of an id wins, then
 * overrides, switches, further opinions and prices to assume. Nothing given is changed.
 */
export function assembleCatalogue(parts: CatalogueParts): readonly ModelSpec[] {
  const byKey = new Map<string, ModelSpec>();
  for (const providerId of parts.providerIds) {
    const contributed = parts.pluginModels.filter((model) => model.providerId === providerId);
    for (const model of [...parts.modelsOf(providerId), ...contributed]) {
      const key = modelKey(providerId, model.id);
      if (!byKey.has(key)) byKey.set(key, model);
    }
  }
  const disabled = new Set(parts.decisions.disabledModelIds);
  const models = [...byKey.values()].map((stated) => {
    const model = parts.foundOn?.(stated) ?? stated;
    const override = parts.decisions.modelOverrides[model.id];
    const corrected = override === undefined ? model : applyOverride(model, override);
    const opinions = parts.opinionsOf(corrected);
    const judged = withOpinions(corrected, opinions);
    const placed = override?.tier === undefined ? withMeasuredTier(judged, opinions) : judged;
    return disabled.has(model.id) ? { ...placed, disabled: true } : placed;
  });
  return withAssumedPrices(models);
}

/** Models of plugins whose provider is unknown: they cannot be listed. */
export function orphanedModels(parts: CatalogueParts): readonly ModelSpec[] {
  return parts.pluginModels.filter(({ providerId }) => !parts.providerIds.includes(providerId));
}

/** The tier of a model that nobody rated, where benchmarks say more than its price. */
function withMeasuredTier(model: ModelSpec, opinions: readonly QualityOpinion[]): ModelSpec {
  const measured = opinions.find(({ source }) => source === 'pooled');
  if (model.unrated !== true || measured === undefined) return model;
  return { ...model, tier: refinedTier(model.tier, measured.quality) };
}

function withOpinions(model: ModelSpec, more: readonly QualityOpinion[]): ModelSpec {
  if (more.length === 0) return model;
  const quality = blendQuality([...(model.quality?.opinions ?? []), ...more]);
  return quality === undefined ? model : { ...model, quality };
}

const unknownQuality = 0.5;

/** A model as an operator corrected it. */
function applyOverride(model: ModelSpec, override: ModelOverride): ModelSpec {
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

/** What an operator says of a capability is no longer an assumption. */
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
