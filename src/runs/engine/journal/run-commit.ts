import type { EventDraft } from '../../../platform/events/drafts.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { Approval, Artifact, Run, TurnRecord } from '../../../protocol/records/work.js';
import type { StepState } from '../../persistence/journal-step.entity.js';
import type { JournalStep } from '../../persistence/journal.repository.js';
import type { RunSession } from './run-session.js';

/**
 * What one commit to a run changes: steps, records, events and spend together. It is filled by the
 * caller of `RunJournal.commit`, stored in one transaction under the fence, and only then applied
 * to the session.
 */
export class RunCommit {
  run: Run;
  readonly steps: JournalStep[] = [];
  readonly turns: (readonly [stepKey: string, turn: TurnRecord])[] = [];
  readonly artifacts: Artifact[] = [];
  readonly approvals: { approval: Approval; stepKey: string; dueAt: number }[] = [];
  private runChanged = false;

  constructor(
    readonly tx: Tx,
    session: RunSession,
    readonly at: number,
  ) {
    this.run = session.run;
  }

  get changesRun(): boolean {
    return this.runChanged;
  }

  /** Replaces the run's record; `updatedAt` is kept by the commit. */
  changeRun(change: (run: Run) => Run): void {
    this.run = { ...change(this.run), updatedAt: this.at };
    this.runChanged = true;
  }

  publish(...drafts: readonly EventDraft[]): void {
    this.tx.publish(...drafts);
  }

  /** Announces the run as this commit leaves it so far. */
  announceRun(): void {
    this.publish({ type: 'run.updated', run: this.run });
  }

  step(key: string, state: StepState, value: unknown = null): void {
    this.steps.push({ key, state, value });
  }
}
