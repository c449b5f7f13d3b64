import { Injectable } from '@nestjs/common';
import { runTexts } from '../../protocol/texts.js';
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
  ) {}

  end(session: RunSession, end: Omit<RunEnd, 'at'>): Promise<void> {
    return this.journal.commit(session, async (commit) => {
      commit.changeRun((run) => ended(run, { ...end, at: commit.at }));
      await this.announce(session, commit);
    });
  }

  /** Ended by the engine: clients are also told by an `error` event. */
  fail(session: RunSession, error: string): Promise<void> {
    return this.journal.commit(session, async (commit) => {
      commit.changeRun((run) => ended(run, { status: 'failed', error, at: commit.at }));
      commit.publish({ type: 'error', message: error, runId: commit.run.id });
      await this.announce(session, commit);
    });
  }

  /** Ended by the operator. */
  cancel(session: RunSession): Promise<void> {
    return this.journal.commit(session, async (commit) => {
      commit.changeRun((run) => cancelled(run, commit.at));
      await this.announce(session, commit);
    });
  }

  /** A fault of the engine itself: the run ends rather than hang. */
  async crash(session: RunSession, message: string): Promise<void> {
    if (isFinal(session.run.status)) return;
    await this.fail(session, runTexts.engineCrashed(message));
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
