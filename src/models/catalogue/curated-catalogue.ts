import type { EntrySource, ModelPrice, ModelSpec } from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';
import { blendQuality } from '../signals/quality/blend-quality.js';
import { curatedOpinion } from '../signals/quality/curated-opinion.js';
import { type KnownModel, knownModelOf, modelDataOf, type ProviderData } from './model-data.js';
import { type ModelOpinion, opinions } from './opinions.js';

/** The fields of a catalogue entry that the data states. */
type ModelFacts = Pick<
  ModelSpec,
  | 'contextWindow'
  | 'maxOutputTokens'
  | 'costPerMTokIn'
  | 'costPerMTokOut'
  | 'price'
  | 'capabilities'
  | 'input'
  | 'efforts'
  | 'source'
  | 'unpriced'
>;

/** The facts of a model from the data; without a price it is marked as unpriced. */
export function factsOf(known: KnownModel, data: ProviderData): ModelFacts {
  const efforts = Object.keys(known.reasoning?.efforts ?? {});
  return {
    contextWindow: known.contextWindow,
    maxOutputTokens: known.maxOutputTokens,
    ...pricesFrom(known.price),
    capabilities: {
      tools: known.tools,
      vision: known.input.includes('image'),
      reasoning: known.reasoning !== undefined,
      streaming: true,
    },
    input: known.input,
    ...(efforts.length > 0 && { efforts }),
    source: sourceOf(data),
    ...(known.price === undefined && { unpriced: true }),
  };
}

function sourceOf({ source, generated }: ProviderData): EntrySource {
  return { name: `${source.package} ${source.version}`, date: generated };
}

function pricesFrom(
  price: ModelPrice | undefined,
): Pick<ModelSpec, 'costPerMTokIn' | 'costPerMTokOut' | 'price'> {
  const { in: costPerMTokIn, out: costPerMTokOut, ...others } = price ?? { in: 0, out: 0 };
  const more = price !== undefined && Object.keys(others).length > 0;
  return { costPerMTokIn, costPerMTokOut, ...(more && { price }) };
}

/** The models with an opinion, in the order of `opinions.json`; each id once. */
export const curatedCatalogue: readonly ModelSpec[] = opinions.models.map(toModelSpec);

function toModelSpec(row: ModelOpinion): ModelSpec {
  const quality = blendQuality([curatedOpinion(row)]);
  return {
    id: row.id,
    providerId: row.providerId,
    label: row.label,
    tier: row.tier,
    ...curatedFacts(row),
    strengths: row.strengths,
    ...(row.effort !== undefined && { defaultEffort: row.effort }),
    ...(quality !== undefined && { quality }),
    origin: 'catalog',
  };
}

/** Facts from the provider's data, else from the opinions. */
function curatedFacts({ providerId, id, facts }: ModelOpinion): ModelFacts {
  const data = modelDataOf(providerId);
  const known = knownModelOf(providerId, wireModelId(providerId, id));
  if (data !== undefined && known !== undefined) return factsOf(known, data);
  if (facts === undefined) throw new Error(`nothing is known of ${providerId}/${id}`);
  return {
    contextWindow: facts.contextWindow,
    maxOutputTokens: facts.maxOutputTokens,
    ...pricesFrom(facts.price),
    capabilities: {
      tools: true,
      vision: facts.input.includes('image'),
      reasoning: facts.reasoning,
      streaming: true,
    },
    input: facts.input,
    source: opinions.source,
  };
}
