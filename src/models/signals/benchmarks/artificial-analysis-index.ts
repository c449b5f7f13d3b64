import { z } from 'zod';
import { acceptedItems, lenient } from '#platform/text/foreign-fields.js';
import { BenchmarkIndex, type MeasuredModel } from './benchmark-index.js';
import { rowsIn } from './benchmark-source.js';

const mostRows = 5000;

const index = lenient(z.number().transform((value) => Math.min(1, Math.max(0, (value - 15) / 65))));

const rowSchema = z.object({
  slug: lenient(z.string()),
  name: lenient(z.string()),
  evaluations: lenient(
    z.object({
      artificial_analysis_intelligence_index: index,
      artificial_analysis_coding_index: index,
      artificial_analysis_math_index: index,
    }),
  ),
});

const rowsSchema = acceptedItems(rowSchema, mostRows);

/** Indices of Artificial Analysis, scaled from about 15..80 to 0..1. */
export function artificialAnalysisIndex(body: unknown): BenchmarkIndex {
  const rows = rowsSchema.parse(rowsIn(body));
  return new BenchmarkIndex(rows.flatMap(measuredModel), rows.length);
}

function measuredModel(row: z.output<typeof rowSchema>): MeasuredModel[] {
  const names = [row.slug, row.name].filter((name) => name !== undefined);
  const [slug] = names;
  if (slug === undefined || row.evaluations === undefined) return [];
  const {
    artificial_analysis_intelligence_index: intelligence,
    artificial_analysis_coding_index: coding,
    artificial_analysis_math_index: math,
  } = row.evaluations;
  // Coding or mathematics alone give no overall verdict.
  if (intelligence === undefined) return [{ slug: slug.toLowerCase(), names, scores: {} }];
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
