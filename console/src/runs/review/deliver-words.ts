import type { ChangeActions } from '#protocol/records/change-review.js';
import type { Run } from '#protocol/records/work.js';
import { plural } from '../../app/format.js';

export type Way = 'branch' | 'request' | 'workspace' | 'patch';

const holding: Readonly<Record<Way, string>> = {
  branch: 'The branch holds',
  request: 'The branch holds',
  workspace: 'The folder gets',
  patch: 'The patch holds',
};

/** Whether changes of earlier runs are delivered too; null: there is no earlier run. */
export function earlierWords(
  way: Way,
  { continues, worktreeAfter }: Pick<Run, 'continues' | 'worktreeAfter'>,
  { earlier }: Pick<ChangeActions, 'earlier'>,
): string | null {
  const isCommitted = way === 'branch' || way === 'request';
  // Merges and patches hold all that was changed in a worktree.
  if (!isCommitted && worktreeAfter !== undefined) {
    return `${holding[way]} what earlier runs changed in the same worktree, too.`;
  }
  if (isCommitted && earlier.length > 0) {
    const runs = earlier.length === 1 ? 'an earlier run' : plural(earlier.length, 'earlier run');
    return `${holding[way]} what ${runs} changed, too.`;
  }
  if (continues === undefined) return null;
  return `${holding[way]} the change of this run only, not that of the run that it continues.`;
}
