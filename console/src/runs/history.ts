import type { Run } from '#protocol/records/work.js';
import { compareBy } from '#protocol/rules/run-order.js';
import { matchesSearch, type RunSearch } from '#protocol/rules/run-search.js';

/** The loaded part of the history, in the order of the search. */
export interface LoadedRuns {
  readonly runs: readonly Run[];
  /** True if no older run is left. */
  readonly isAll: boolean;
}

/**
 * Adds newer runs to the loaded ones. A run that comes after all loaded ones waits for its page, so that
 * the list has no gaps.
 */
export function withNews(
  { runs, isAll }: LoadedRuns,
  news: Iterable<Run>,
  search: RunSearch,
): readonly Run[] {
  const compare = compareBy(search.sort);
  const last = runs.at(-1);
  const isInReach = (run: Run) => isAll || (last !== undefined && compare(run, last) <= 0);
  const known = new Map(runs.map((run) => [run.id, run]));
  for (const run of news) {
    if (!matchesSearch(run, search)) known.delete(run.id);
    // A run does not say whether it changed files.
    else if (known.has(run.id) || (search.changed === undefined && isInReach(run)))
      known.set(run.id, run);
  }
  return [...known.values()].sort(compare);
}
