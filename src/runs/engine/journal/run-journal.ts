import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { isStoreFailure } from '../../../platform/database/store-failure.js';
import { StoreRetry } from '../../../platform/database/store-retry.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { LeaseLostError, LeasesRepository } from '../../persistence/leases.repository.js';
import { type FillCommit, RunCommit } from './run-commit.js';
import { RunRecords } from './run-records.js';
import { RunHalted, type RunSession } from './run-session.js';

/**
 * The only writer of runs at work (docs/decisions/0003-journal.md). Each commit stores its steps,
 * records, events and spend in one transaction that first proves the lease; when the lease is lost
 * nothing is stored, nothing announced, and the session is halted.
 */
@Injectable()
export class RunJournal {
  constructor(
    private readonly transactions: Transactions,
    private readonly retry: StoreRetry,
    private readonly clock: Clock,
    private readonly leases: LeasesRepository,
    private readonly records: RunRecords,
  ) {}

  /**
   * Commits what the callback fills in. Commits of one run are made one after another. While the
   * store fails the commit waits: it is filled anew and tried again, so that no answer that was paid
   * for and no tool that ran is lost to a full disk. One that was asked for before the session was
   * halted is tried once after that, for the same reason; a later one is not.
   */
  async commit(session: RunSession, fill: FillCommit): Promise<void> {
    session.throwIfHalted();
    await session.serially(() =>
      this.retry.persist(() => this.attempt(session, fill), session.haltSignal),
    );
  }

  /**
   * A commit of a session that was halted, so that a shutdown does not throw away what was just paid
   * for. It is tried once, and stores nothing when the lease was lost.
   */
  async commitOnShutdown(session: RunSession, fill: FillCommit): Promise<void> {
    try {
      await session.serially(() => this.transact(session, fill));
    } catch (thrown) {
      if (!(thrown instanceof LeaseLostError) && !isStoreFailure(thrown)) throw thrown;
    }
  }

  private async attempt(session: RunSession, fill: FillCommit): Promise<void> {
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
      await this.records.store(commit);
      tx.afterCommit(() => apply(session, commit));
    });
  }
}

function apply(session: RunSession, commit: RunCommit): void {
  session.run = commit.run;
  session.repositoryBrief = commit.repositoryBrief ?? session.repositoryBrief;
  session.steps.apply(commit.steps);
  for (const [stepKey, turn] of commit.turns) session.addTurn(stepKey, turn);
  session.artifacts.push(...commit.artifacts);
  for (const { approval, stepKey } of commit.approvals) session.approvals.set(stepKey, approval);
}
