import { taskClasses } from '../../protocol/records/enums.js';
import type { ModelTier, TaskClass } from '../../protocol/records/enums.js';
import type {
  EntrySource,
  ModelPrice,
  ModelSpec,
  QualityOpinion,
} from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';
import { blendQuality } from '../signals/quality/blend-quality.js';
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

/** The quality of a model of a tier without a stated opinion. */
const tierBaseline: Readonly<Record<ModelTier, number>> = {
  nano: 0.25,
  small: 0.45,
  standard: 0.62,
  strong: 0.82,
  max: 0.95,
};

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

/** A curated row's rating of a model. */
interface CuratedRating {
  readonly tier: ModelTier;
  readonly strengths: readonly TaskClass[];
  /** Stated overall quality; default: the tier's baseline. */
  readonly quality?: number;
  /** Stated fitness per class, which overrides the strengths. */
  readonly fitness?: Readonly<Partial<Record<TaskClass, number>>>;
}

/** The shipped table's opinion of a model. */
function curatedOpinion(rating: CuratedRating): QualityOpinion {
  const quality = rating.quality ?? tierBaseline[rating.tier];
  const explicit = rating.quality !== undefined || rating.fitness !== undefined;
  return {
    source: 'curated',
    quality,
    fitness: { ...fitnessFromStrengths(rating.strengths, quality), ...rating.fitness },
    confidence: explicit ? 0.7 : 0.5,
  };
}

/** Above the model's average for its strengths, a little below for the rest. */
function fitnessFromStrengths(
  strengths: readonly TaskClass[],
  quality: number,
): Partial<Record<TaskClass, number>> {
  if (strengths.length === 0) return {};
  return Object.fromEntries(
    taskClasses.map((taskClass) => {
      const value = quality + (strengths.includes(taskClass) ? 0.15 : -0.08);
      return [taskClass, Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000];
    }),
  );
}
