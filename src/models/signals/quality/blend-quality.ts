import { taskClasses } from '#protocol/records/enums.js';
import type { TaskClass } from '#protocol/records/enums.js';
import type { ModelQuality, QualityOpinion } from '#protocol/records/models.js';

/**
 * Combines opinions: the mean weighted by confidence, overall and for each class over opinions that
 * rate it. Opinions without confidence are ignored; undefined if none remains.
 */
export function blendQuality(opinions: readonly QualityOpinion[]): ModelQuality | undefined {
  const weighted = opinions.filter(
    ({ confidence, quality }) =>
      Number.isFinite(confidence) && confidence > 0 && Number.isFinite(quality),
  );
  const quality = weightedMean(weighted, (opinion) => opinion.quality);
  if (quality === undefined) return undefined;
  const fitness: Partial<Record<TaskClass, number>> = {};
  for (const taskClass of taskClasses) {
    const blended = weightedMean(weighted, (opinion) => opinion.fitness[taskClass]);
    if (blended !== undefined) fitness[taskClass] = blended;
  }
  return { quality, fitness, opinions: weighted };
}

function weightedMean(
  opinions: readonly QualityOpinion[],
  valueOf: (opinion: QualityOpinion) => number | undefined,
): number | undefined {
  let sum = 0;
  let weight = 0;
  for (const opinion of opinions) {
    const value = valueOf(opinion);
    if (value === undefined || !Number.isFinite(value)) continue;
    sum += value * opinion.confidence;
    weight += opinion.confidence;
  }
  return weight > 0 ? toThousandths(sum / weight) : undefined;
}

/** As precise as figures of quality are kept. */
export function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
