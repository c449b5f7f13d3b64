import type { CommentedLines } from '../../protocol/records/change-review.js';
import type { Run } from '../../protocol/records/work.js';

/** The earlier run as the run that continues it knows it. */
export interface EarlierRun {
  readonly id: string;
  readonly brief: string;
  /** The lines that its brief comments on; absent: the brief is no comment. */
  readonly commented?: readonly CommentedLines[];
  readonly status: Run['status'];
  /** Its report, or the result of the last completed stage. */
  readonly report: string | null;
  readonly filesWritten: readonly string[];
  /**
   * Its written files are in the workspace, and the office has neither committed nor reverted them.
   */
  readonly uncommitted?: boolean;
  /** Patches of its turns, in order. */
  readonly patches: readonly string[];
  /** Open points: why it ended, stages that failed or did not run, remaining steps of the plan. */
  readonly openPoints: readonly string[];
}
