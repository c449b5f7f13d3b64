import { endOf } from '../../../platform/clock.js';
import type { EventDraft } from '../../../platform/events/drafts.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { Approval, Artifact, Run, TurnRecord } from '../../../protocol/records/work.js';
import { afterTurn, type RunProgress, progressOf } from '../../domain/run-progress.js';
import { StepChanges } from '../steps/run-steps.js';
import type { RunSession } from './run-session.js';

/** Says what a commit changes. It may be called again, for a commit that is tried anew. */
export type FillCommit = (commit: RunCommit) => void | Promise<void>;

interface AskedApproval {
  readonly approval: Approval;
  readonly stepKey: string;
  readonly waitMs: number;
  /** What a yes opens for others as well; absent: nothing. */
  readonly grantKey?: string | undefined;
}

/**
 * What one commit to a run changes: steps, records, events and spend together. It is filled by the
 * caller of `RunJournal.commit`, stored in one transaction under the fence, and only then applied
 * to the session.
 */
export class RunCommit {
  run: Run;
  /** Changed by `Steps` only. */
  readonly steps: StepChanges;
  readonly turns: (readonly [stepKey: string, turn: TurnRecord])[] = [];
  readonly artifacts: Artifact[] = [];
  readonly approvals: AskedApproval[] = [];
  /** What was found in the workspace; null: as it is stored. */
  repositoryBrief: string | null = null;
  private recordChanged = false;
  private stageAtWork: string | null = null;

  constructor(
    readonly tx: Tx,
    private readonly session: RunSession,
    readonly at: number,
  ) {
    this.run = session.run;
    this.steps = new StepChanges(session.steps);
  }

  /** Whether the run's record is stored anew. */
  get changesRun(): boolean {
    return this.recordChanged;
  }

  /** What is stored beside a record that stays as it is; null: nothing. */
  get progress(): RunProgress | null {
    return this.stageAtWork === null ? null : progressOf(this.run, this.stageAtWork);
  }

  /** Replaces the run's record; `updatedAt` is kept by the commit. */
  changeRun(change: (run: Run) => Run): void {
    this.run = { ...change(this.run), updatedAt: endOf(this.run.updatedAt, this.at) };
    this.recordChanged = true;
  }

  /** Counts a settled turn of the stage and its USD to the run. */
  countTurn(stageId: string, turnId: string, usd: number): void {
    const updatedAt = endOf(this.run.updatedAt, this.at);
    this.run = { ...afterTurn(this.run, stageId, turnId, usd), updatedAt };
    this.stageAtWork = stageId;
  }

  publish(...drafts: readonly EventDraft[]): void {
    this.tx.publish(...drafts);
  }

  /** Announces the run as this commit leaves it so far. */
  announceRun(): void {
    const { instructions } = this.session;
    const heard = instructions.length > 0 && { instructions };
    this.publish({ type: 'run.updated', run: { ...this.run, ...heard } });
  }
}
