import { isFinal } from '#protocol/rules/run-status.js';
import type { Run } from '#protocol/records/work.js';

/** What can be done with a run, besides watching it. */
export const runDeeds = [
  'cancel',
  'continue',
  'retry',
  'replay',
  'deliver',
  'undo',
  'redo',
  'discard',
] as const;
export type RunDeedName = (typeof runDeeds)[number];

type Facts = Pick<Run, 'status' | 'changes' | 'worktree'> & {
  readonly worktreeKept?: boolean | undefined;
  readonly turns: readonly { readonly wroteFiles: readonly string[] }[];
};

/** Why each deed cannot be done with the run now; null: it can. */
export function whyNot(run: Facts): Readonly<Record<RunDeedName, string | null>> {
  const active = isFinal(run.status) ? null : 'the run is still at work';
  const undone = run.changes?.filter(({ kind, undone: again }) => kind === 'reverted' && !again);
  const isWhollyUndone = undone?.some(({ turnId }) => turnId === undefined);
  const change = active ?? changeGone(run);
  return {
    cancel: active === null ? 'the run has ended' : null,
    continue: active,
    retry: active,
    replay: active,
    deliver: change,
    undo: change ?? (isWhollyUndone ? 'it is undone' : null),
    redo: change ?? (undone?.length ? null : 'nothing was undone'),
    discard: change ?? (run.worktree === undefined ? 'the run has no worktree of its own' : null),
  };
}

function changeGone({ turns, worktreeKept }: Facts): string | null {
  if (!turns.some(({ wroteFiles }) => wroteFiles.length > 0)) return 'no file was changed';
  return worktreeKept === false ? 'its worktree is removed' : null;
}
