import { Injectable } from '@nestjs/common';
import { checkTexts } from '../../protocol/texts/checks.js';
import { runTexts } from '../../protocol/texts/runs.js';
import type { Run } from '../../protocol/records/work.js';
import { EmployeesService } from '../../workspaces/employees/employees.service.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { RunChecks } from './checks/run-checks.js';
import { unsettledUsd } from './turn/lifecycle/budget.js';
import { cancelled, ended, outcomeOf, type RunEnd, withSpend } from '../history/run-changes.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { type RunCommit, RunJournal } from './journal/run-journal.js';
import type { RunSession } from './journal/run-session.js';
import { scratchFolderOf, ScratchFolders } from './workspace-survey/scratch-folders.js';

/**
 * Ends runs. Each end is one commit with exactly one terminal `run.updated`, which also adds the
 * run's spend to its floor.
 */
@Injectable()
export class RunEnding {
  constructor(
    private readonly journal: RunJournal,
    private readonly workspaces: WorkspacesService,
    private readonly employees: EmployeesService,
    private readonly approvals: ApprovalsService,
    private readonly scratch: ScratchFolders,
    private readonly checks: RunChecks,
  ) {}

  end(session: RunSession, end: Omit<RunEnd, 'at'>): Promise<void> {
    return this.close(session, (run, at) => ended(run, { ...end, at }));
  }

  /** Called after the last stage: the checks decide whether the run is done. */
  async conclude(session: RunSession): Promise<void> {
    const { error, notChecked } = await this.checks.atEnd(session);
    if (session.cancelled) return this.cancel(session);
    const outcome = outcomeOf(session.run);
    if (error !== null) return this.fail(session, error, outcome);
    const told = notChecked === null ? [] : [checkTexts.notChecked(notChecked)];
    const parts = [...(outcome === null ? [] : [outcome]), ...told];
    return this.end(session, {
      status: 'done',
      outcome: parts.length === 0 ? null : parts.join('\n\n'),
    });
  }

  /** Ended by the engine: clients also get an `error` event. */
  fail(session: RunSession, error: string, outcome?: string | null): Promise<void> {
    const end = { status: 'failed', error, ...(outcome !== undefined && { outcome }) } as const;
    return this.close(session, (run, at) => ended(run, { ...end, at }), error);
  }

  /** Ended by the operator. */
  cancel(session: RunSession): Promise<void> {
    return this.close(session, cancelled);
  }

  /** For a run with an unreadable journal: its employees are set idle. */
  cancelUnread(session: RunSession): Promise<void> {
    return this.close(session, cancelled, undefined, (commit) => this.setEmployeesIdle(commit));
  }

  /** A fault of the engine itself: the run ends instead of hanging. */
  async crash(session: RunSession, message: string): Promise<void> {
    if (isFinal(session.run.status)) return;
    await this.fail(session, runTexts.engineCrashed(message));
  }

  private async close(
    session: RunSession,
    end: (run: Run, at: number) => Run,
    error?: string,
    also: (commit: RunCommit) => void = () => {},
  ): Promise<void> {
    // Before the commit: after it, nothing would repeat an interrupted removal.
    await this.scratch.remove(session.scratch ?? scratchFolderOf(session.run.id));
    await this.journal.commit(session, async (commit) => {
      also(commit);
      await this.withdrawQuestions(session, commit);
      this.setBriefReaderIdle(commit);
      commit.changeRun((run) => end(run, commit.at));
      if (error !== undefined) {
        commit.publish({ type: 'error', message: error, runId: commit.run.id });
      }
      await this.announce(session, commit);
    });
  }

  /** Refuses the questions that are still open. */
  private async withdrawQuestions({ approvals }: RunSession, { tx }: RunCommit): Promise<void> {
    for (const approval of approvals.values()) {
      if (approval.status === 'pending') await this.approvals.refuse(tx, approval);
    }
  }

  /** Resets the employee shown as reading the brief, if it never got a turn. */
  private setBriefReaderIdle({ run, tx }: RunCommit): void {
    const reader = run.stages[0]?.spec.roleIds[0];
    if (reader === undefined) return;
    this.employees.changeIf(
      tx,
      { workspaceId: run.workspaceId, roleId: reader },
      ({ currentRunId, activity }) => currentRunId === run.id && activity === runTexts.readingBrief,
      { status: 'idle', activity: null },
    );
  }

  private setEmployeesIdle({ run, tx }: RunCommit): void {
    const roleIds = new Set(run.stages.flatMap((stage) => stage.spec.roleIds));
    for (const roleId of roleIds) {
      this.employees.changeIf(
        tx,
        { workspaceId: run.workspaceId, roleId },
        ({ currentRunId }) => currentRunId === run.id,
        { status: 'idle', activity: null, currentTurnId: null },
      );
    }
  }

  /** Announces the end. Counts answers in turns that never settle, because they were paid for. */
  private async announce(session: RunSession, commit: RunCommit): Promise<void> {
    const unsettled = unsettledUsd(session.budget);
    if (unsettled > 0) commit.changeRun((run) => withSpend(run, unsettled));
    const { workspaceId, budget } = commit.run;
    commit.announceRun();
    this.workspaces.addSpend(commit.tx, workspaceId, budget.spentUsd);
  }
}
