import { z } from 'zod';
import { acceptedItems, lenient } from '#platform/text/foreign-fields.js';
import { BenchmarkIndex } from './benchmark-index.js';
import { rowsIn } from './benchmark-source.js';
import { type BenchmarkScores, meanOf } from './scores.js';

export function openRouterIndex(body: unknown): BenchmarkIndex {
  const rows = openRouterRows(body);
  const scores = openRouterScores(rows);
  const slugs = [...new Set(rows.map(({ slug }) => slug))];
  const models = slugs.map((slug) => ({ slug, names: [], scores: scores.get(slug) ?? {} }));
  return new BenchmarkIndex(models, rows.length);
}

/** Confidence rises with the number of the three indices behind a score. */
export function openRouterConfidence({ intelligence, coding, agentic }: BenchmarkScores): number {
  const indices = [intelligence, coding, agentic].filter((index) => index !== undefined).length;
  if (indices >= 2) return 0.6;
  return indices === 1 ? 0.5 : 0.35;
}

/** The source preferred if several measured the same, the first one first. */
const sourceRanks = ['artificial-analysis', 'design-arena', 'openrouter'];

type Metric = 'intelligence' | 'coding' | 'agentic' | 'elo' | 'accuracy';

interface Measurement {
  readonly slug: string;
  readonly metric: Metric;
  readonly rank: number;
  readonly percentile: number;
}

/** Each model's rank among all models measured alike. */
function openRouterScores(rows: readonly BenchmarkRow[]): ReadonlyMap<string, BenchmarkScores> {
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

/** Percentiles of one metric within each population. */
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

/**
 * A value's position among others, from 0 for the lowest to 1 for the highest; equal values get the
 * position of the first. A single value is in the middle.
 */
export function percentileAmong(values: readonly number[]): (value: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  const places = new Map<number, number>();
  sorted.forEach((value, place) => {
    if (!places.has(value)) places.set(value, place);
  });
  return (value) => (sorted.length < 2 ? 0.5 : (places.get(value) ?? 0) / (sorted.length - 1));
}

const mostRows = 20_000;

/** A row of OpenRouter's benchmark table; missing values are null. */
interface BenchmarkRow {
  readonly source: string;
  /** The full name of the model in lower case. */
  readonly slug: string;
  readonly intelligence: number | null;
  readonly coding: number | null;
  readonly agentic: number | null;
  readonly arena: string;
  readonly category: string;
  readonly elo: number | null;
  readonly benchmark: string;
  readonly accuracy: number | null;
}

const text = lenient(z.string()).transform((value = '') => value.slice(0, 256));
const number = lenient(z.number()).transform((value) => value ?? null);

const rowsSchema = acceptedItems(
  z.object({
    model_permaslug: text,
    source: text,
    intelligence_index: number,
    coding_index: number,
    agentic_index: number,
    arena: text,
    category: text,
    elo: number,
    benchmark_type: text,
    accuracy: number,
  }),
  mostRows,
);

/** Rows of an answer or a cache, in any wrapping; rows without a model are left out. */
function openRouterRows(body: unknown): BenchmarkRow[] {
  return rowsSchema
    .parse(rowsIn(body))
    .filter(({ model_permaslug: slug }) => slug !== '')
    .map((row) => ({
      source: row.source.toLowerCase(),
      slug: row.model_permaslug.toLowerCase(),
      intelligence: row.intelligence_index,
      coding: row.coding_index,
      agentic: row.agentic_index,
      arena: row.arena,
      category: row.category,
      elo: row.elo,
      benchmark: row.benchmark_type,
      accuracy: row.accuracy,
    }));
}
