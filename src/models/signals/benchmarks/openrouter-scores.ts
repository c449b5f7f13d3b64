import type { BenchmarkRow } from './openrouter-rows.js';
import { percentileAmong } from './percentile.js';
import { meanOf } from './scores.js';
import type { BenchmarkScores } from './scores.js';

/** Which source counts where several measured the same, the first one first. */
const sourceRanks = ['artificial-analysis', 'design-arena', 'openrouter'];

type Metric = 'intelligence' | 'coding' | 'agentic' | 'elo' | 'accuracy';

interface Measurement {
  readonly slug: string;
  readonly metric: Metric;
  readonly rank: number;
  readonly percentile: number;
}

/** Each model's standing among all that were measured alike. */
export function openRouterScores(
  rows: readonly BenchmarkRow[],
): ReadonlyMap<string, BenchmarkScores> {
  const measurements = [
    ...measure(rows, 'intelligence', () => ''),
    ...measure(rows, 'coding', () => ''),
    ...measure(rows, 'agentic', () => ''),
    ...measure(rows, 'elo', ({ arena, category }) => `${arena}\n${category}`),
    ...measure(rows, 'accuracy', ({ benchmark }) => benchmark),
  ];
  const bySlug = Map.groupBy(measurements, ({ slug }) => slug);
  return new Map([...bySlug].map(([slug, own]) => [slug, scoresOf(own)]));
}

/** Percentiles of one metric, within each population. */
function measure(
  rows: readonly BenchmarkRow[],
  metric: Metric,
  populationOf: (row: BenchmarkRow) => string,
): Measurement[] {
  const measured = rows.filter((row) => row[metric] !== null);
  return [...Map.groupBy(measured, populationOf).values()].flatMap((population) => {
    const percentile = percentileAmong(population.map((row) => row[metric] ?? 0));
    return population.map((row) => ({
      slug: row.slug,
      metric,
      rank: rankOf(row.source),
      percentile: percentile(row[metric] ?? 0),
    }));
  });
}

function scoresOf(measurements: readonly Measurement[]): BenchmarkScores {
  const byMetric = Map.groupBy(measurements, ({ metric }) => metric);
  return Object.fromEntries(
    [...byMetric].map(([metric, own]) => {
      const best = Math.min(...own.map(({ rank }) => rank));
      const trusted = own.filter(({ rank }) => rank === best);
      return [metric, meanOf(trusted.map(({ percentile }) => percentile)) ?? 0];
    }),
  );
}

function rankOf(source: string): number {
  const rank = sourceRanks.indexOf(source);
  return rank < 0 ? sourceRanks.length : rank;
}
