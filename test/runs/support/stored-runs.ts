import type { Approval, Run } from '#protocol/records/work.js';
import { StoreRetry } from '#platform/database/store-retry.js';
import { RunJournal, RunRecords } from '#runs/engine/journal/run-journal.js';
import { RunLoader } from '#runs/engine/journal/run-loader.js';
import type { RunSession } from '#runs/engine/journal/run-session.js';
import { StepStore } from '#runs/engine/journal/run-steps.js';
import { Steps } from '#runs/engine/journal/steps.js';
import type { ShellPolicies } from '#runs/engine/shell-policies.js';
import { AllowedSandboxes } from '#runs/approvals/allowed-sandboxes.js';
import { AllowedChecks } from '#runs/approvals/allowed-checks.js';
import { ApprovalsRepository } from '#runs/approvals/approvals.repository.js';
import { JournalRepository } from '#runs/engine/journal/journal.repository.js';
import { LeaseHoldersRepository } from '#runs/queue/lease-holders.repository.js';
import { type ClaimedLease, type Lease, LeasesRepository } from '#runs/queue/leases.repository.js';
import { ResultsRepository } from '#runs/history/results.repository.js';
import { RunsRepository } from '#runs/history/runs.repository.js';
import { sampleApproval, sampleRun } from '../../support/sample-records.js';
import type { Store } from './open-store.js';

/** Ms for which a test's lease holds; far longer than a test takes. */
export const leaseMs = 600_000;

let runCount = 0;

/** The persistence of runs on a store, as the engine wires it. */
export class StoredRuns {
  readonly leases: LeasesRepository;
  readonly holders = new LeaseHoldersRepository();
  readonly steps: JournalRepository;
  readonly runs: RunsRepository;
  readonly results: ResultsRepository;
  readonly approvals: ApprovalsRepository;
  readonly checks: AllowedChecks;
  readonly sandboxes: AllowedSandboxes;
  readonly journal: RunJournal;
  /** Memoised steps over the journal. */
  readonly once: Steps;
  readonly loader: RunLoader;

  constructor(readonly store: Store) {
    const { dataSource, transactions, clock, logger } = store;
    this.leases = new LeasesRepository(dataSource);
    this.steps = new JournalRepository(dataSource);
    this.runs = new RunsRepository(dataSource);
    this.results = new ResultsRepository(dataSource);
    this.approvals = new ApprovalsRepository(dataSource, clock);
    this.checks = new AllowedChecks(dataSource, this.approvals);
    this.sandboxes = new AllowedSandboxes(dataSource, this.approvals);
    const stepStore = new StepStore(this.steps);
    this.journal = new RunJournal(
      transactions,
      new StoreRetry(clock, logger),
      this.leases,
      new RunRecords(stepStore, this.leases, this.runs, this.results, this.approvals),
    );
    this.once = new Steps(this.journal);
    const shells = { of: () => null } as unknown as ShellPolicies;
    this.loader = new RunLoader(this.runs, stepStore, this.results, this.approvals, shells);
  }

  /** Stores a run without a lease holder; its id is new unless it is named. */
  async add(fields: Partial<Run> = {}): Promise<Run> {
    const run = sampleRun({ id: `run_${++runCount}`, ...fields });
    await this.store.transactions.run(async (tx) => {
      await this.runs.insert(tx, run, false);
      await this.leases.create(tx, run.id);
    });
    return run;
  }

  /**
   * Takes the run for the owner, who has been heard of just before, if it can be had.
   * @param newestJournal that of a process alone, which claims whatever there is, unless given
   */
  async claim(
    runId: string,
    owner = 'us',
    newestJournal = Number.MAX_SAFE_INTEGER,
  ): Promise<ClaimedLease | null> {
    const { transactions } = this.store;
    const claimant = { owner, newestJournal, seenGroup: null };
    await transactions.run((tx) => this.holders.renew(tx, owner, leaseMs));
    return transactions.run((tx) => this.leases.claim(tx, runId, claimant));
  }

  /** Lets time pass for all who hold leases: the clock of the database cannot be set. */
  async pass(ms: number): Promise<void> {
    await this.store.dataSource.query(
      `UPDATE lease_holders SET expires_at = expires_at - ${Math.round(ms)}`,
    );
  }

  /** A stored run under our lease. */
  async begin(fields: Partial<Run> = {}): Promise<RunSession> {
    return this.load(await this.add(fields));
  }

  /** Continues a run, as the process that takes it over does. */
  async load({ id }: Pick<Run, 'id'>, owner = 'us'): Promise<RunSession> {
    const lease = await this.claim(id, owner);
    if (lease === null) throw new Error(`run ${id} is held by another`);
    return this.loader.load(lease);
  }

  /** Lets the lease of the run expire, and gives the run to another owner. */
  async takeOver(runId: string, owner = 'them'): Promise<Lease> {
    await this.pass(leaseMs + 1);
    const lease = await this.claim(runId, owner);
    if (lease === null) throw new Error(`run ${runId} could not be taken over`);
    return lease;
  }

  /** Stores and announces a pending approval. */
  async ask(
    fields: Partial<Approval> & Pick<Approval, 'id'>,
    waitMs: number,
    grantKey: string | null = null,
  ): Promise<Approval> {
    const approval = sampleApproval({ requestedAt: this.store.clock.now(), ...fields });
    await this.store.transactions.run(async (tx) => {
      await this.approvals.insert(tx.manager, approval, `key of ${approval.id}`, waitMs, grantKey);
      tx.publish({ type: 'approval.requested', approval });
    });
    return approval;
  }
}
