import { taskClasses } from '#protocol/records/enums.js';
import type { ModelTier, TaskClass } from '#protocol/records/enums.js';
import type { QualityOpinion } from '#protocol/records/models.js';

/** A curated row's rating of a model. */
interface CuratedRating {
  readonly tier: ModelTier;
  readonly strengths: readonly TaskClass[];
  /** Stated overall quality; default: the tier's baseline. */
  readonly quality?: number;
  /** Stated fitness per class, which overrides the strengths. */
  readonly fitness?: Readonly<Partial<Record<TaskClass, number>>>;
}

const tierBaseline: Readonly<Record<ModelTier, number>> = {
  nano: 0.25,
  small: 0.45,
  standard: 0.62,
  strong: 0.82,
  max: 0.95,
};

/** The shipped table's opinion of a model. */
export function curatedOpinion(rating: CuratedRating): QualityOpinion {
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
