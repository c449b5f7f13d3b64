import type { Isolation } from './enums.js';
import type { CheckRecord } from './evidence.js';

/** Where a run works. */
export interface WorkPlace {
  /** Absolute directory: that of the floor, or the run's worktree once that is made. */
  readonly workspacePath: string;
  /** Where the run was to work, decided at submission; absent: in the folder of the floor. */
  readonly isolation?: Isolation;
  /**
   * True: the floor chose a worktree, so without git the run works in the folder; absent: a person.
   */
  readonly isolationOfFloor?: boolean;
  /** Why it works in the folder of the floor although the floor asks for worktrees. */
  readonly isolationNote?: string;
  /**
   * Commit from which its worktree began; absent: the worktree began with the state of the folder.
   */
  readonly worktreeBase?: string;
  /** Why its worktree stands at an earlier commit, or at another than the repeated run's. */
  readonly baseNote?: string;
  /** Id of the run for which its worktree was made; absent: it has none. */
  readonly worktree?: string;
  /** Id of the run that worked in its worktree before it. */
  readonly worktreeAfter?: string;
  /** The command of the floor that set the worktree up; absent: there is none. */
  readonly setup?: CheckRecord;
}
