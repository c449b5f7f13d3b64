import { Injectable } from '@nestjs/common';
import { endOf } from '#platform/clock.js';
import { isStoreFailure } from '#platform/database/store-failure.js';
import { StoreRetry } from '#platform/database/store-retry.js';
import { Transactions } from '#platform/database/transactions.js';
import type { Tx } from '#platform/database/tx.js';
import type { EventDraft } from '#platform/events/drafts.js';
import type { Approval, Artifact, Run, TurnRecord } from '#protocol/records/work.js';
import { afterTurn, progressOf, type RunProgress } from '../../history/run-progress.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { ApprovalsRepository } from '../../approvals/approvals.repository.js';
import { LeaseLostError, LeasesRepository } from '../../queue/leases.repository.js';
import { ResultsRepository } from '../../history/results.repository.js';
import { RunsRepository } from '../../history/runs.repository.js';
import { StepChanges, StepStore } from './run-steps.js';
import { RunHalted, type RunSession } from './run-session.js';

/** Fills a commit with changes. Called again if the commit is retried. */
export type FillCommit = (commit: RunCommit) => void | Promise<void>;

interface AskedApproval {
  readonly approval: Approval;
  readonly stepKey: string;
  readonly waitMs: number;
  /** Grant key that a yes also grants to other questions; absent: none. */
  readonly grantKey?: string | undefined;
}

/**
 * The changes of one commit to a run: steps, records, events and spend. Filled by the caller of
 * `RunJournal.commit`, stored in one transaction under the fence, and applied to the session only
 * afterwards.
 */
export class RunCommit {
  run: Run;
  /** Changed by `Steps` only. */
  readonly steps: StepChanges;
  readonly turns: (readonly [stepKey: string, turn: TurnRecord])[] = [];
  readonly artifacts: Artifact[] = [];
  readonly approvals: AskedApproval[] = [];
  /** Time of its events, and of what it stores. */
  readonly at: number;
  /** The survey of the workspace; null: unchanged. */
  repositoryBrief: string | null = null;
  private recordChanged = false;
  private stageAtWork: string | null = null;

  constructor(
    readonly tx: Tx,
    private readonly session: RunSession,
  ) {
    this.run = session.run;
    this.at = tx.at;
    this.steps = new StepChanges(session.steps);
  }

  /** True if the run's record is stored again. */
  get changesRun(): boolean {
    return this.recordChanged;
  }

  /** Progress stored beside an unchanged record; null: none. */
  get progress(): RunProgress | null {
    return this.stageAtWork === null ? null : progressOf(this.run, this.stageAtWork);
  }

  /** Replaces the run's record; the commit sets `updatedAt`. */
  changeRun(change: (run: Run) => Run): void {
    this.run = { ...change(this.run), updatedAt: endOf(this.run.updatedAt, this.at) };
    this.recordChanged = true;
  }

  /** Adds a settled turn of the stage and its cost in USD to the run. */
  countTurn(stageId: string, turnId: string, usd: number): void {
    const updatedAt = endOf(this.run.updatedAt, this.at);
    this.run = { ...afterTurn(this.run, stageId, turnId, usd), updatedAt };
    this.stageAtWork = stageId;
  }

  publish(...drafts: readonly EventDraft[]): void {
    this.tx.publish(...drafts);
  }

  /** Announces the run in the state that this commit has reached. */
  announceRun(): void {
    const { instructions, commentsAt } = this.session;
    const heard = {
      ...(instructions.length > 0 && { instructions }),
      ...(commentsAt !== undefined && { commentsAt }),
    };
    this.publish({ type: 'run.updated', run: { ...this.run, ...heard } });
  }
}

/** Stores the changes of one commit inside its transaction. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly steps: StepStore,
    private readonly leases: LeasesRepository,
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly approvals: ApprovalsRepository,
  ) {}

  async store(commit: RunCommit): Promise<void> {
    const { manager } = commit.tx;
    for (const [stepKey, turn] of commit.turns) {
      await this.results.insertTurn(manager, stepKey, turn);
    }
    await this.results.insertArtifacts(manager, commit.artifacts);
    for (const { approval, stepKey, waitMs, grantKey } of commit.approvals) {
      await this.approvals.insert(manager, approval, stepKey, waitMs, grantKey ?? null);
    }
    await this.storeRun(commit);
    if (isFinal(commit.run.status)) {
      await this.steps.delete(manager, commit.run.id);
      await this.leases.delete(manager, commit.run.id);
    } else {
      await this.steps.store(manager, commit.run.id, commit.steps, commit.at);
    }
  }

  private async storeRun({
    tx,
    run,
    changesRun,
    progress,
    repositoryBrief,
  }: RunCommit): Promise<void> {
    if (changesRun) await this.runs.update(tx.manager, run);
    else if (progress !== null) await this.runs.storeProgress(tx.manager, run.id, progress);
    if (repositoryBrief === null) return;
    await this.runs.storeRepositoryBrief(tx.manager, run.id, repositoryBrief);
  }
}

/**
 * The only writer of active runs (docs/decisions/0003-journal.md). Each commit stores steps,
 * records, events and spend in one transaction that first proves the lease; if the lease is lost,
 * nothing is stored or announced and the session is halted.
 */
@Injectable()
export class RunJournal {
  constructor(
    private readonly transactions: Transactions,
    private readonly retry: StoreRetry,
    private readonly leases: LeasesRepository,
    private readonly records: RunRecords,
  ) {}

  /**
   * Commits what the callback fills in. Commits of one run are sequential. While the store fails,
   * the commit is refilled and retried, so that no paid answer and no tool result is lost. A commit
   * requested before the session was halted is tried once more after that; a later one is not.
   */
  async commit(session: RunSession, fill: FillCommit): Promise<void> {
    session.throwIfHalted();
    await session.serially(() =>
      this.retry.persist(() => this.attempt(session, fill), session.haltSignal),
    );
  }

  /**
   * Commits for a halted session, so that a shutdown does not lose a paid answer. Tried once;
   * stores nothing if the lease was lost.
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
      const commit = new RunCommit(tx, session);
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
