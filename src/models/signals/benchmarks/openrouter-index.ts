import { BenchmarkIndex } from './benchmark-index.js';
import { openRouterRows } from './openrouter-rows.js';
import { openRouterScores } from './openrouter-scores.js';
import type { BenchmarkScores } from './scores.js';

export function openRouterIndex(body: unknown): BenchmarkIndex {
  const rows = openRouterRows(body);
  const scores = openRouterScores(rows);
  const slugs = [...new Set(rows.map(({ slug }) => slug))];
  const models = slugs.map((slug) => ({ slug, names: [], scores: scores.get(slug) ?? {} }));
  return new BenchmarkIndex(models, rows.length);
}

/** The more of the three indices stand behind a score, the more it is trusted. */
export function openRouterConfidence({ intelligence, coding, agentic }: BenchmarkScores): number {
  const indices = [intelligence, coding, agentic].filter((index) => index !== undefined).length;
  if (indices >= 2) return 0.6;
  return indices === 1 ? 0.5 : 0.35;
}
