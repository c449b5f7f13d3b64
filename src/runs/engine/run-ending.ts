import { Injectable } from '@nestjs/common';
import { runTexts } from '../../protocol/texts.js';
import type { Run } from '../../protocol/records/work.js';
import { EmployeesService } from '../../workspaces/employees/employees.service.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { unsettledUsd } from '../domain/budget.js';
import { cancelled, ended, type RunEnd, withSpend } from '../domain/run-changes.js';
import { isFinal } from '../domain/run-status.js';
import type { RunCommit } from './journal/run-commit.js';
import { RunJournal } from './journal/run-journal.js';
import type { RunSession } from './journal/run-session.js';

/**
 * The ends of a run (behaviour-engine.md 1.5). Each is one commit with exactly one terminal
 * `run.updated`, which also folds the run's spend into its floor.
 */
@Injectable()
export class RunEnding {
  constructor(
    private readonly journal: RunJournal,
    private readonly workspaces: WorkspacesService,
    private readonly employees: EmployeesService,
  ) {}

  end(session: RunSession, end: Omit<RunEnd, 'at'>): Promise<void> {
    return this.close(session, (run, at) => ended(run, { ...end, at }));
  }

  /** Ended by the engine: clients are also told by an `error` event. */
  fail(session: RunSession, error: string): Promise<void> {
    return this.close(session, (run, at) => ended(run, { status: 'failed', error, at }), error);
  }

  /** Ended by the operator. */
  cancel(session: RunSession): Promise<void> {
    return this.close(session, cancelled);
  }

  /** A fault of the engine itself: the run ends rather than hang. */
  async crash(session: RunSession, message: string): Promise<void> {
    if (isFinal(session.run.status)) return;
    await this.fail(session, runTexts.engineCrashed(message));
  }

  private close(
    session: RunSession,
    end: (run: Run, at: number) => Run,
    error?: string,
  ): Promise<void> {
    return this.journal.commit(session, async (commit) => {
      this.takeBriefBack(commit);
      commit.changeRun((run) => end(run, commit.at));
      if (error !== undefined) {
        commit.publish({ type: 'error', message: error, runId: commit.run.id });
      }
      await this.announce(session, commit);
    });
  }

  /** Whoever was handed the brief at submission and never got a turn is not left reading it. */
  private takeBriefBack({ run, tx }: RunCommit): void {
    const reader = run.stages[0]?.spec.roleIds[0];
    if (reader === undefined) return;
    const doing = this.employees.state(run.workspaceId, reader, tx);
    if (doing?.currentRunId !== run.id || doing.activity !== runTexts.readingBrief) return;
    this.employees.change(tx, run.workspaceId, reader, { status: 'idle', activity: null });
  }

  /** Answers of turns that will never settle now have been paid for all the same. */
  private async announce(session: RunSession, commit: RunCommit): Promise<void> {
    const unsettled = unsettledUsd(session.budget);
    if (unsettled > 0) commit.changeRun((run) => withSpend(run, unsettled));
    const { workspaceId, budget } = commit.run;
    commit.announceRun();
    await this.workspaces.addSpend(commit.tx, workspaceId, budget.spentUsd);
  }
}
