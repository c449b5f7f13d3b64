import type { Isolation } from './enums.js';
import type { CheckRecord } from './evidence.js';

/** Where a run works. */
export interface WorkPlace {
  /** Absolute directory: that of the floor, or the run's worktree once that is made. */
  readonly workspacePath: string;
  /** Where it was to work at its submission; absent: in the folder of the floor. */
  readonly isolation?: Isolation;
  /** The floor asks for it, so that without git the run works in the folder; absent: a person did. */
  readonly isolationOfFloor?: boolean;
  /** Why it works in the folder of the floor although the floor asks for worktrees. */
  readonly isolationNote?: string;
  /** The commit at which its worktree stands; absent: it began as the folder of the floor stood. */
  readonly worktreeBase?: string;
  /** Why its worktree stands at the commit of before, or at another than that of the run it repeats. */
  readonly baseNote?: string;
  /** Id of the run for which its worktree was made; absent: it has none. */
  readonly worktree?: string;
  /** Id of the run that worked in its worktree before it. */
  readonly worktreeAfter?: string;
  /** The command of the floor that set the worktree up; absent: there is none. */
  readonly setup?: CheckRecord;
}
