import { isPlainObject } from '../../catalogue/plain-values.js';
import type { PlainObject } from '../../catalogue/plain-values.js';
import { BenchmarkIndex } from './benchmark-index.js';
import type { MeasuredModel } from './benchmark-index.js';
import { rowsIn } from './openrouter-rows.js';

const mostRows = 5000;

/** Indices of Artificial Analysis, brought from their scale of about 15 to 80 to 0..1. */
export function artificialAnalysisIndex(body: unknown): BenchmarkIndex {
  const rows = rowsIn(body).slice(0, mostRows).filter(isPlainObject);
  return new BenchmarkIndex(rows.flatMap(measuredModel), rows.length);
}

export function artificialAnalysisConfidence(): number {
  return 0.55;
}

function measuredModel(row: PlainObject): MeasuredModel[] {
  const names = [row['slug'], row['name']].filter((name) => typeof name === 'string');
  const [slug] = names;
  const evaluations = row['evaluations'];
  if (slug === undefined || !isPlainObject(evaluations)) return [];
  const intelligence = scaled(evaluations['artificial_analysis_intelligence_index']);
  // Coding or mathematics alone make no overall verdict here.
  if (intelligence === undefined) return [{ slug: slug.toLowerCase(), names, scores: {} }];
  const coding = scaled(evaluations['artificial_analysis_coding_index']);
  const math = scaled(evaluations['artificial_analysis_math_index']);
  return [
    {
      slug: slug.toLowerCase(),
      names,
      scores: {
        intelligence,
        ...(coding !== undefined && { coding }),
        ...(math !== undefined && { math }),
      },
    },
  ];
}

function scaled(index: unknown): number | undefined {
  if (typeof index !== 'number' || !Number.isFinite(index)) return undefined;
  return Math.min(1, Math.max(0, (index - 15) / 65));
}
