import type { ModelSpec } from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';
import { curatedCatalogue, factsOf } from './curated-catalogue.js';
import { inferTier } from './discovery/infer-tier.js';
import { type KnownModel, knownModelOf, modelDataOf, type ProviderData } from './model-data.js';

const byProvider = new Map<string, readonly ModelSpec[]>();

/**
 * What the service knows of a provider's models without asking it: first those it has an opinion
 * on, then the others of the data. A provider without either has none.
 */
export function shippedModels(providerId: string): readonly ModelSpec[] {
  const known = byProvider.get(providerId);
  if (known !== undefined) return known;
  const curated = curatedCatalogue.filter((model) => model.providerId === providerId);
  const named = new Set(curated.map(({ id }) => wireModelId(providerId, id)));
  const data = modelDataOf(providerId);
  const others = (data?.models ?? []).filter(({ id }) => !named.has(id));
  const models = [
    ...curated,
    ...others.flatMap((model) => (data ? [dataModel(providerId, model, data)] : [])),
  ];
  byProvider.set(providerId, models);
  return models;
}

/** A model by its id at the provider, or the one that it is a dated version of. */
export function shippedModel(providerId: string, wireId: string): ModelSpec | undefined {
  const models = shippedModels(providerId);
  const idOf = knownModelOf(providerId, wireId)?.id ?? wireId;
  return models.find(({ id }) => [id, wireModelId(providerId, id)].includes(idOf));
}

/** A model of the data on which the office has no opinion: its tier is read from its price. */
function dataModel(providerId: string, known: KnownModel, data: ProviderData): ModelSpec {
  const { price } = known;
  return {
    id: known.id,
    providerId,
    label: known.label,
    tier: inferTier(known.id, price === undefined ? null : (price.in + price.out) / 2 / 1000),
    ...factsOf(known, data),
    strengths: [],
    origin: 'catalog',
    unrated: true,
  };
}
