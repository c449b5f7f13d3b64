import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { isStoreFailure } from '../../../platform/database/store-failure.js';
import { StorePatience } from '../../../platform/database/store-patience.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { isFinal } from '../../domain/run-status.js';
import { ApprovalsRepository } from '../../persistence/approvals.repository.js';
import { JournalRepository } from '../../persistence/journal.repository.js';
import { LeaseLostError, LeasesRepository } from '../../persistence/leases.repository.js';
import { ResultsRepository } from '../../persistence/results.repository.js';
import { RunsRepository } from '../../persistence/runs.repository.js';
import { type FillCommit, RunCommit } from './run-commit.js';
import { RunHalted, type RunSession } from './run-session.js';

/**
 * The only writer of runs at work (architecture.md, The journal). Each commit stores its steps,
 * records, events and spend in one transaction that first proves the lease; when the lease is lost
 * nothing is stored, nothing announced, and the session is halted.
 */
@Injectable()
export class RunJournal {
  constructor(
    private readonly transactions: Transactions,
    private readonly patience: StorePatience,
    private readonly clock: Clock,
    private readonly leases: LeasesRepository,
    private readonly journal: JournalRepository,
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly approvals: ApprovalsRepository,
  ) {}

  /**
   * Commits what the callback fills in. Commits of one run are made one after another. While the
   * store fails the commit waits: it is filled anew and tried again, so that no answer that was paid
   * for and no tool that ran is lost to a full disk.
   */
  commit(session: RunSession, fill: FillCommit): Promise<void> {
    return session.serially(() =>
      this.patience.persist(() => this.attempt(session, fill), session.haltSignal),
    );
  }

  /**
   * The last commit of a session that was halted, so that a shutdown does not throw away what was
   * just paid for. It is tried once: the process is going, and whoever holds the lease now decides.
   */
  async lastWord(session: RunSession, fill: FillCommit): Promise<void> {
    try {
      await session.serially(() => this.transact(session, fill));
    } catch (thrown) {
      if (!(thrown instanceof LeaseLostError) && !isStoreFailure(thrown)) throw thrown;
    }
  }

  private async attempt(session: RunSession, fill: FillCommit): Promise<void> {
    session.throwIfHalted();
    try {
      await this.transact(session, fill);
    } catch (thrown) {
      if (!(thrown instanceof LeaseLostError)) throw thrown;
      session.halt();
      throw new RunHalted(session.run.id);
    }
  }

  private transact(session: RunSession, fill: FillCommit): Promise<void> {
    return this.transactions.share(async (tx) => {
      await this.leases.assertHeld(tx.manager, session.lease);
      const commit = new RunCommit(tx, session, this.clock.now());
      await fill(commit);
      await this.store(commit);
      tx.afterCommit(() => apply(session, commit));
    });
  }

  private async store(commit: RunCommit): Promise<void> {
    const { manager } = commit.tx;
    for (const [stepKey, turn] of commit.turns) {
      await this.results.insertTurn(manager, stepKey, turn);
    }
    await this.results.insertArtifacts(manager, commit.artifacts);
    for (const { approval, stepKey, dueAt } of commit.approvals) {
      await this.approvals.insert(manager, approval, stepKey, dueAt);
    }
    await this.storeRun(commit);
    if (isFinal(commit.run.status)) {
      await this.journal.delete(manager, commit.run.id);
      await this.leases.delete(manager, commit.run.id);
    } else {
      await this.journal.upsert(manager, commit.run.id, commit.steps, commit.at);
    }
  }

  private async storeRun({ tx, run, changesRun, progress }: RunCommit): Promise<void> {
    if (changesRun) await this.runs.update(tx.manager, run);
    else if (progress !== null) await this.runs.storeProgress(tx.manager, run.id, progress);
  }
}

function apply(session: RunSession, commit: RunCommit): void {
  session.run = commit.run;
  for (const step of commit.steps) session.steps.set(step.key, step);
  for (const [stepKey, turn] of commit.turns) session.addTurn(stepKey, turn);
  session.artifacts.push(...commit.artifacts);
  for (const { approval, stepKey } of commit.approvals) session.approvals.set(stepKey, approval);
}
