import { z } from 'zod';
import { acceptedItems, anyList, lenient } from '../../../platform/text/foreign-fields.js';

const mostRows = 20_000;

/** One line of OpenRouter's benchmark table; what it does not state is null. */
export interface BenchmarkRow {
  readonly source: string;
  /** The vendor's full name of the model, lower case. */
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

const answerSchema = z
  .object({ data: anyList, benchmarks: anyList, rows: anyList, items: anyList })
  .catch({});

/** Rows of an answer or of a cache, whatever surrounds them; lines without a model are left out. */
export function openRouterRows(body: unknown): BenchmarkRow[] {
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

export function rowsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const { data, benchmarks, rows, items } = answerSchema.parse(body);
  return data ?? benchmarks ?? rows ?? items ?? [];
}
