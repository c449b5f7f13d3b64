import { isFinal } from '#protocol/rules/run-status.js';
import { retryStages } from '#protocol/rules/retry-stages.js';
import type { Run, StageRun } from '#protocol/records/work.js';

/** Actions on a run besides watching it. */
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

/**
 * Why each deed cannot be done with the run now; null: it can.
 * @param isFloorOpen false: its floor was closed, so no run can begin there
 */
export function whyNot(
  run: Facts,
  isFloorOpen: boolean,
): Readonly<Record<RunDeedName, string | null>> {
  const active = isFinal(run.status) ? null : 'the run is still at work';
  const undone = undoneNow(run);
  const begin = active ?? (isFloorOpen ? null : 'its floor was closed');
  const change = active ?? changeGone(run);
  return {
    cancel: active === null ? 'the run has ended' : null,
    continue: begin,
    retry: begin,
    replay: active,
    deliver: change,
    undo: change ?? (undone === 'all' ? 'it is undone' : null),
    redo: change ?? (undone === null ? 'nothing was undone' : null),
    discard: change ?? (run.worktree === undefined ? 'the run has no worktree of its own' : null),
  };
}

/** How much of the change is undone now. */
function undoneNow({ changes = [] }: Pick<Run, 'changes'>): 'all' | 'part' | null {
  const undone = changes.filter(({ kind, undone: again }) => kind === 'reverted' && !again);
  if (undone.length === 0) return null;
  return undone.some(({ turnId }) => turnId === undefined) ? 'all' : 'part';
}

/** True if what this turn changed is undone now, by itself or with the turns before it. */
export function isTurnUndone(
  { changes = [], turns }: Pick<Run, 'changes'> & { readonly turns: readonly { id: string }[] },
  turnId: string,
): boolean {
  const placeOf = (id: string) => turns.findIndex((turn) => turn.id === id);
  return changes.some(
    (deed) =>
      deed.kind === 'reverted' &&
      deed.undone === undefined &&
      (deed.turnId === undefined || placeOf(deed.turnId) <= placeOf(turnId)),
  );
}

/** A warning about an undone change before it is delivered; null: none. */
export function undoneWords(run: Pick<Run, 'changes' | 'worktree'>): string | null {
  const undone = undoneNow(run);
  if (undone === null) return null;
  const place = run.worktree === undefined ? 'the folder' : 'its worktree';
  const what = undone === 'all' ? 'This change' : 'Part of this change';
  return `${what} is undone in ${place}; what is delivered is the change as it was.`;
}

/**
 * The stages with which a retry can begin. Without the worktree only the first one, because later
 * ones need the files of stages before them.
 */
export function stagesToRetry(
  run: Pick<Run, 'status' | 'endedAt' | 'stages'> & Pick<Facts, 'worktreeKept'>,
): readonly StageRun[] {
  const stages = retryStages(run);
  return run.worktreeKept === false ? stages.slice(0, 1) : stages;
}

function changeGone({ turns, worktreeKept }: Facts): string | null {
  if (!turns.some(({ wroteFiles }) => wroteFiles.length > 0)) return 'no file was changed';
  return worktreeKept === false ? 'its worktree is removed' : null;
}
