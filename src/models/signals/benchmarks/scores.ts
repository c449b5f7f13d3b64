import type { TaskClass } from '#protocol/records/enums.js';
import type { QualityOpinion } from '#protocol/records/models.js';
import { toThousandths } from '../quality/blend-quality.js';

/** A model's results in public benchmarks, each 0..1 relative to the other models. */
export interface BenchmarkScores {
  readonly intelligence?: number;
  readonly coding?: number;
  readonly agentic?: number;
  readonly math?: number;
  /** Human preference in design arenas. */
  readonly elo?: number;
  readonly accuracy?: number;
}

/** Overall quality: the dedicated index, else the mean of the others. */
export function overallQuality(scores: BenchmarkScores): number | null {
  if (scores.intelligence !== undefined) return scores.intelligence;
  const { coding, agentic, elo, accuracy } = scores;
  return meanOf([coding, agentic, elo, accuracy]);
}

/** Derives an opinion per task class from benchmarks. */
export function benchmarkOpinion(
  scores: BenchmarkScores,
  confidence: number,
  attribution: string,
  at: number,
): QualityOpinion | null {
  const quality = overallQuality(scores);
  if (quality === null) return null;
  const { coding, agentic, math, elo, accuracy } = scores;
  const withQuality = (score: number | undefined): number | undefined =>
    score === undefined ? undefined : (score + quality) / 2;
  const thorough = withQuality(coding);
  const foresight = withQuality(agentic ?? math);
  return {
    source: 'pooled',
    quality: toThousandths(quality),
    fitness: known({
      coding,
      review: thorough,
      testing: thorough,
      architecture: thorough,
      ops: agentic,
      planning: foresight,
      workshop: foresight,
      design: elo,
      research: accuracy,
    }),
    confidence,
    attribution,
    at,
  };
}

export function meanOf(values: readonly (number | undefined)[]): number | null {
  const given = values.filter((value) => value !== undefined);
  return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0) / given.length;
}

function known(
  fitness: Partial<Record<TaskClass, number | undefined>>,
): Partial<Record<TaskClass, number>> {
  return Object.fromEntries(
    Object.entries(fitness).flatMap(([taskClass, value]) =>
      value === undefined ? [] : [[taskClass, toThousandths(value)]],
    ),
  );
}
