import type { Step } from './view.js';

/** How a task is solved. Each list holds the answers of one turn; the last of each is its text. */
export interface TaskScript {
  /** In the stage that plans. Absent: the plan names the brief only. */
  readonly plan?: readonly Step[];
  /** Of the engineer who builds. */
  readonly build?: readonly Step[];
  /** Of whoever researches a question. */
  readonly research?: readonly Step[];
  /** The command that verifies the work. */
  readonly verify?: string;
}
