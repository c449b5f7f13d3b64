import type { ModelSpec } from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';
import { curatedCatalogue, factsOf } from './curated-catalogue.js';
import { inferTier } from './discovery/infer-tier.js';
import { type KnownModel, knownModelOf, modelDataOf, type ProviderData } from './model-data.js';

const byProvider = new Map<string, readonly ModelSpec[]>();

/**
 * The models of a provider known without asking it: first those with an opinion, then the others of
 * the data. Empty if there are none.
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

/** The model by its id at the provider, or the model of which it is a dated version. */
export function shippedModel(providerId: string, wireId: string): ModelSpec | undefined {
  const models = shippedModels(providerId);
  const idOf = knownModelOf(providerId, wireId)?.id ?? wireId;
  return models.find(({ id }) => [id, wireModelId(providerId, id)].includes(idOf));
}

/** A model of the data without an opinion; its tier follows from its price. */
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
