import { isPlainObject } from '../../catalogue/plain-values.js';
import type { PlainObject } from '../../catalogue/plain-values.js';

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

/** Rows of an answer or of a cache, whatever surrounds them; lines without a model are left out. */
export function openRouterRows(body: unknown): BenchmarkRow[] {
  return rowsIn(body)
    .slice(0, mostRows)
    .filter(isPlainObject)
    .flatMap((row) => {
      const slug = text(row, 'model_permaslug').toLowerCase();
      if (slug === '') return [];
      return [
        {
          source: text(row, 'source').toLowerCase(),
          slug,
          intelligence: number(row, 'intelligence_index'),
          coding: number(row, 'coding_index'),
          agentic: number(row, 'agentic_index'),
          arena: text(row, 'arena'),
          category: text(row, 'category'),
          elo: number(row, 'elo'),
          benchmark: text(row, 'benchmark_type'),
          accuracy: number(row, 'accuracy'),
        },
      ];
    });
}

export function rowsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (!isPlainObject(body)) return [];
  const list = [body['data'], body['benchmarks'], body['rows'], body['items']].find(Array.isArray);
  return (list as unknown[] | undefined) ?? [];
}

function text(row: PlainObject, key: string): string {
  const value = row[key];
  return typeof value === 'string' ? value.slice(0, 256) : '';
}

function number(row: PlainObject, key: string): number | null {
  const value = row[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
