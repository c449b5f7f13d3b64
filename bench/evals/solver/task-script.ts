import type { Step } from './view.js';

/** The script that solves a task. Each list has the answers of one turn; the last is its text. */
export interface TaskScript {
  /** Answers in the planning stage. Absent: those to a question, else only who does it. */
  readonly plan?: readonly Step[];
  /** Answers of the engineer who builds. */
  readonly build?: readonly Step[];
  /** Answers of an employee who works alone. Absent: those of the one who builds. */
  readonly alone?: readonly Step[];
  /** Answers to a question. */
  readonly research?: readonly Step[];
  /** The command that verifies the work. */
  readonly verify?: string;
}
