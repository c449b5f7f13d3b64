import type {
  ModelCapabilities,
  ModelOverride,
  ModelSpec,
  QualityOpinion,
} from '../../protocol/records/models.js';
import { modelTiers, type ModelTier } from '../../protocol/records/enums.js';
import type { ModelDecisions } from './model-settings.js';
import { blendQuality } from '../signals/quality/blend-quality.js';
import { modelKey } from './model-key.js';
import { withAssumedPrices } from './prices.js';
import { repriced, type StatedPrices } from './stated-prices.js';
import { tierRank } from './tiers.js';

/** The inputs of a catalogue. */
export interface CatalogueParts {
  /** In the catalogue's order. */
  readonly providerIds: readonly string[];
  /** The models of a provider: from its own list if there is one, else the shipped rows. */
  readonly modelsOf: (providerId: string) => readonly ModelSpec[];
  readonly pluginModels: readonly ModelSpec[];
  readonly decisions: ModelDecisions;
  /** Applies what calls revealed about a model. Absent: nothing is known. */
  readonly foundOn?: (model: ModelSpec) => ModelSpec;
  /** Opinions beside the shipped ones: learned first, then pooled. */
  readonly opinionsOf: (model: ModelSpec) => readonly QualityOpinion[];
}

/**
 * Assembles the catalogue: provider by provider, the first entry of an id wins; then overrides,
 * switches, further opinions and assumed prices are applied. Inputs are not changed.
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

/** Models of plugins with an unknown provider, which cannot be listed. */
export function orphanedModels(parts: CatalogueParts): readonly ModelSpec[] {
  return parts.pluginModels.filter(({ providerId }) => !parts.providerIds.includes(providerId));
}

/** The tier of an unrated model, from benchmarks if they say more than its price. */
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

/** A model with an operator's corrections applied. */
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

/** Lower bounds of quality per tier, half way between the tiers' baselines. */
const leastQuality: readonly [ModelTier, number][] = [
  ['max', 0.885],
  ['strong', 0.72],
  ['standard', 0.535],
  ['small', 0.35],
  ['nano', 0],
];

/** An inferred tier, moved by at most one step towards the tier of a measured quality (0..1). */
function refinedTier(inferred: ModelTier, quality: number): ModelTier {
  const measured = leastQuality.find(([, least]) => quality >= least)?.[0] ?? 'nano';
  const step = Math.sign(tierRank(measured) - tierRank(inferred));
  return modelTiers[tierRank(inferred) + step] ?? inferred;
}
