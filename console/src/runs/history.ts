import type { Run } from '#protocol/records/work.js';
import { matchesSearch, newestFirst, type RunSearch } from '#protocol/rules/run-search.js';

/** The loaded part of the history, newest first. */
export interface LoadedRuns {
  readonly runs: readonly Run[];
  /** True if no older run is left. */
  readonly isAll: boolean;
}

/**
 * Adds newer runs to the loaded ones. A run older than all loaded ones waits for its page, so that
 * the list has no gaps.
 */
export function withNews(
  { runs, isAll }: LoadedRuns,
  news: Iterable<Run>,
  search: RunSearch,
): readonly Run[] {
  const oldest = isAll ? -Infinity : (runs.at(-1)?.createdAt ?? Infinity);
  const known = new Map(runs.map((run) => [run.id, run]));
  for (const run of news) {
    if (!matchesSearch(run, search)) known.delete(run.id);
    else if (run.createdAt >= oldest || known.has(run.id)) known.set(run.id, run);
  }
  return [...known.values()].sort(newestFirst);
}
