import { Observations } from '#platform/telemetry/observations.js';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import { StoreRetry } from '#platform/database/store-retry.js';
import { TransactionQueue } from '#platform/database/transaction-queue.js';
import { Transactions } from '#platform/database/transactions.js';
import { EventBus } from '#platform/events/event-bus.js';
import { EventFeed } from '#platform/events/event-feed.js';
import { EventLog } from '#platform/events/event-log.js';
import { OfficeId } from '#platform/fleet/office-id.js';
import { Replica } from '#platform/fleet/replica.js';
import { ReplicaEvents } from '#platform/fleet/replica-events.js';
import { Ids } from '#platform/ids.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { Repeater } from '#platform/repeater.js';
import { AllowedChecks } from '#runs/approvals/allowed-checks.js';
import { AllowedSandboxes } from '#runs/approvals/allowed-sandboxes.js';
import { ApprovalClock } from '#runs/approvals/approval-clock.js';
import { ApprovalsRepository } from '#runs/approvals/approvals.repository.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { DecidedDeliveries } from '#runs/changes/decided-deliveries.js';
import { JournalRepository } from '#runs/engine/journal/journal.repository.js';
import { RunJournal, RunRecords } from '#runs/engine/journal/run-journal.js';
import { RunLoader } from '#runs/engine/journal/run-loader.js';
import { isOfTheRun, type RunSession } from '#runs/engine/journal/run-session.js';
import { StepStore } from '#runs/engine/journal/run-steps.js';
import { Steps } from '#runs/engine/journal/steps.js';
import { ShellPolicies } from '#runs/engine/shell-policies.js';
import { ResultsRepository } from '#runs/history/results.repository.js';
import { RunsRepository } from '#runs/history/runs.repository.js';
import { ActiveRuns } from '#runs/queue/active-runs.js';
import { LeaseHoldersRepository } from '#runs/queue/lease-holders.repository.js';
import { LeaseKeeper } from '#runs/queue/lease-keeper.js';
import { leasePace, LeaseTimes } from '#runs/queue/lease-times.js';
import { type ClaimedLease, LeasesRepository } from '#runs/queue/leases.repository.js';
import { ReplicaWatch } from '#runs/queue/replica-watch.js';
import { RunClaims } from '#runs/queue/run-claims.js';
import { leaseMs, type Outside } from './outside.js';
import { SimulatedTransactions } from './store.js';
import { WorkedRun } from './worked-run.js';
import { SimulatedClock, type SimulatedProcess } from './world.js';

const capacity = 4;

/** An object of a class with only these members, for parts that are simulated. */
function standIn<T>(of: abstract new (...given: never[]) => T, members: object): T {
  const made = Object.create(of.prototype as object) as object;
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(made, name, { value, writable: true });
  }
  return made as T;
}

class CountedIds extends Ids {
  private last = 0;

  constructor(private readonly name: string) {
    super();
  }

  override next(prefix: string): string {
    return `${prefix}_${this.name}_${++this.last}`;
  }
}

/**
 * One start of a replica: the real classes of store, log, events, leases, journal and approvals.
 * Its dispatcher, its renewals of leases and the code of its runs are simulated.
 */
export class SimulatedReplica {
  readonly bus: EventBus;
  readonly feed: EventFeed;
  readonly log: EventLog;
  readonly transactions: Transactions;
  readonly approvals: ApprovalsService;
  readonly runs: RunsRepository;
  readonly leases: LeasesRepository;
  readonly clock: SimulatedClock;
  private readonly renewals: Transactions;
  private readonly holders = new LeaseHoldersRepository();
  private readonly loader: RunLoader;
  private readonly journal: RunJournal;
  private readonly steps: Steps;
  private readonly claims: RunClaims;
  private readonly active: ActiveRuns;
  private readonly watch: ReplicaWatch;
  private readonly repeater: Repeater;
  private readonly replicaEvents: ReplicaEvents;
  private readonly times: LeaseTimes;
  private readonly atWork = new Set<string>();
  private lapse: NodeJS.Timeout | undefined;

  constructor(
    private readonly outside: Outside,
    readonly process: SimulatedProcess,
  ) {
    const { world, store, redis, planted } = outside;
    const { dataSource } = store;
    const { name: owner } = process;
    this.clock = new SimulatedClock(world, process);
    const sinks = { out: () => undefined, err: () => undefined };
    const logger = new OfficeLogger({ clock: this.clock, level: 'error', sinks });
    this.bus = new EventBus(logger);
    this.feed = new EventFeed(dataSource, this.bus);
    this.transactions = this.transactionsOfIts();
    this.renewals = this.transactionsOfIts();
    this.log = new EventLog(dataSource, this.transactions);
    this.repeater = new Repeater(this.clock, logger);
    this.runs = new RunsRepository(dataSource);
    this.leases = new LeasesRepository(dataSource);
    const results = new ResultsRepository(dataSource);
    const rows = new ApprovalsRepository(dataSource, this.clock);
    const stored = new StepStore(new JournalRepository(dataSource));
    const records = new RunRecords(stored, this.leases, this.runs, results, rows);
    const retry = new StoreRetry(this.clock, logger);
    this.journal = new RunJournal(this.transactions, retry, this.clock, this.leases, records);
    this.steps = new Steps(this.journal);
    const shells = standIn(ShellPolicies, { of: () => null });
    this.loader = new RunLoader(this.runs, stored, results, rows, shells);
    const [checks, sandboxes] = [standIn(AllowedChecks, {}), standIn(AllowedSandboxes, {})];
    this.approvals = new ApprovalsService(this.transactions, rows, checks, sandboxes, this.clock);
    const nanoseconds = () => BigInt(world.time) * 1_000_000n;
    this.times = new LeaseTimes(leaseMs, undefined, nanoseconds);
    const renewal = { current: () => this.times.term() };
    const members = { owner, ttlMs: leaseMs, inFleet: true, renewal, replica: { seenGroup: '' } };
    const keeper = standIn(LeaseKeeper, members);
    this.claims = new RunClaims(this.transactions, this.leases, keeper);
    this.active = new ActiveRuns({ fleet: { capacity } } as never);
    this.watch = new ReplicaWatch(
      ...([keeper, this.leases, this.active] as const),
      standIn(ApprovalClock, { look: () => undefined }),
      standIn(DecidedDeliveries, { look: async () => undefined }),
      ...([this.feed, this.clock] as const),
    );
    const officeId = new OfficeId(
      this.transactions,
      new OfficeDocuments(this.clock),
      new CountedIds(owner),
    );
    const itself = standIn(Replica, { id: owner });
    const connections = redis.connectionsOf(process);
    this.replicaEvents = new ReplicaEvents(
      ...([connections, this.feed, this.bus, officeId, itself, this.repeater, logger] as const),
    );
    if (planted === 'fence not proved') this.leases.assertHeld = async () => undefined;
    if (planted === 'decided twice') {
      rows.findPending = async (tx, id) => {
        const known = await rows.read(tx, id);
        return known === null ? null : { ...known, status: 'pending' };
      };
      rows.storeAnswer = async (tx, { status, id, ...rest }) => {
        const record = JSON.stringify({ ...rest, id, status });
        await tx.manager.query('UPDATE approvals SET status = ?, record_json = ? WHERE id = ?', [
          ...[status, record, id],
        ]);
        return true;
      };
    }
  }

  private transactionsOfIts(): Transactions {
    const { world, store } = this.outside;
    const database = new SimulatedTransactions(store, world, this.process);
    const context = { feed: this.feed, clock: this.clock, observations: new Observations() };
    return standIn(Transactions, { queue: new TransactionQueue(database, context) });
  }

  async start(): Promise<void> {
    const { planted } = this.outside;
    await this.tried(() => this.feed.onModuleInit());
    if (planted !== 'lost wake-up') {
      this.bus.on('approval.decided', 'approvals', (event) => this.approvals.onDecided(event));
    }
    this.bus.on('internal.run.cancel-requested', 'runs', ({ runId }) =>
      this.active.find(runId)?.cancel(),
    );
    await this.tried(() => this.replicaEvents.onApplicationBootstrap());
    await this.renew();
    // Nothing is claimed before the first renewal is stored.
    this.bus.on('run.created', 'runs', ({ run }) => void this.take(run.id));
    const failure = { scope: 'simulated', text: (reason: string) => reason };
    this.repeater.every(leasePace(leaseMs).renewEveryMs, failure, () => this.renew());
    this.repeater.every(this.watch.stepMs, failure, () => this.watch.step());
    this.repeater.nowAndEvery(leaseMs / 4, failure, () => this.claimFree());
  }

  /** Until it succeeds. */
  async tried<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch {
        await this.clock.pause(leasePace(leaseMs).retryMs);
      }
    }
  }

  private async renew(): Promise<void> {
    await this.tried(async () => {
      const sentAt = BigInt(this.outside.world.time) * 1_000_000n;
      const ttlMs = this.outside.planted === 'lease not checked' ? 1 : leaseMs;
      await this.renewals.run((tx) => this.holders.renew(tx, this.process.name, ttlMs));
      this.times.renewed(sentAt);
    });
    this.awaitLapse();
  }

  /** As the renewal does, by a timer that is due when the leases lapse. */
  private awaitLapse(): void {
    clearTimeout(this.lapse);
    const leftMs = Math.max(1, Math.ceil(this.times.leftMs()));
    this.lapse = setTimeout(() => this.noteLapse(), leftMs);
  }

  private noteLapse(): void {
    if (this.times.term() !== null) return this.awaitLapse();
    for (const session of this.active.all()) {
      this.outside.history.note('let go', this.process.name, { runId: session.run.id });
      session.halt();
    }
  }

  private async claimFree(): Promise<void> {
    if (this.times.term() === null) return;
    const limit = this.active.roomBeside(this.atWork.size);
    for (const lease of await this.claims.claimFree(limit, () => [...this.atWork]))
      this.begin(lease);
  }

  private async take(runId: string): Promise<void> {
    if (this.times.term() === null || this.atWork.has(runId)) return;
    // As the dispatcher does: a run that is claimed counts as work, so that it is not given back.
    this.atWork.add(runId);
    const lease = await this.claims.claim(runId).catch(() => null);
    if (lease === null) this.atWork.delete(runId);
    else this.begin(lease);
  }

  private begin(lease: ClaimedLease): void {
    const { runId, fence } = lease;
    this.outside.history.note('claimed', this.process.name, { runId, fence });
    this.atWork.add(runId);
    void this.work(lease).finally(() => this.atWork.delete(runId));
  }

  private async work(lease: ClaimedLease): Promise<void> {
    let session: RunSession | null = null;
    try {
      session = await this.loader.load(lease);
      this.active.add(session);
      const { outside, steps, journal, approvals, process } = this;
      const now = () => this.clock.now();
      const bench = { outside, steps, journal, approvals, now, by: process.name };
      await new WorkedRun(bench, session).toEnd();
    } catch (thrown) {
      if (!isOfTheRun(thrown)) {
        this.outside.history.note('failed', this.process.name, { why: String(thrown) });
      }
    } finally {
      if (session !== null) this.active.remove(session);
      this.outside.history.note('let go', this.process.name, { runId: lease.runId });
    }
  }
}
