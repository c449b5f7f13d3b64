import { Observations } from '#platform/telemetry/observations.js';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import { StoreRetry } from '#platform/database/store-retry.js';
import { TransactionQueue } from '#platform/database/transaction-queue.js';
import { Transactions } from '#platform/database/transactions.js';
import { EventBus } from '#platform/events/event-bus.js';
import { EventFeed } from '#platform/events/event-feed.js';
import { EventLog } from '#platform/events/event-log.js';
import { subscribeListeners } from '#platform/events/office-listeners.js';
import { OfficeId } from '#platform/fleet/office-id.js';
import { Replica } from '#platform/fleet/replica.js';
import { ReplicaEvents } from '#platform/fleet/replica-events.js';
import type { Ids } from '#platform/ids.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { Repeater } from '#platform/repeater.js';
import { AllowedChecks } from '#runs/approvals/allowed-checks.js';
import { AllowedSandboxes } from '#runs/approvals/allowed-sandboxes.js';
import { ApprovalClock } from '#runs/approvals/approval-clock.js';
import { ApprovalsRepository } from '#runs/approvals/approvals.repository.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { ResultsRepository } from '#runs/history/results.repository.js';
import { RunsRepository } from '#runs/history/runs.repository.js';
import { LeasesRepository } from '#runs/queue/leases.repository.js';
import { ReplicaDoors } from './clients/replica-doors.js';
import type { Foundation } from './foundation.js';
import type { Outside } from './outside.js';
import { plantInApprovals } from './planted-in-approvals.js';
import { againMs, ReplicaWork } from './replica-work.js';
import { CountedIds, standIn } from './stand-in.js';
import { SimulatedTransactions } from './transactions.js';
import { SimulatedClock, type SimulatedProcess } from './world.js';
/** A line on a command that was refused, which is no failure. */
const refusedCommand = ' [ws] command ';

/**
 * One start of a replica: the real classes of store, log, events and approvals, and its work on
 * runs.
 */
export class SimulatedReplica implements Foundation {
  readonly bus: EventBus;
  readonly feed: EventFeed;
  readonly log: EventLog;
  readonly logger: OfficeLogger;
  readonly ids: Ids;
  readonly repeater: Repeater;
  readonly transactions: Transactions;
  readonly renewals: Transactions;
  readonly approvals: ApprovalsService;
  readonly approvalRows: ApprovalsRepository;
  readonly approvalClock: ApprovalClock;
  readonly runs: RunsRepository;
  readonly results: ResultsRepository;
  readonly leases: LeasesRepository;
  readonly clock: SimulatedClock;
  readonly work: ReplicaWork;
  /** What its clients reach. */
  readonly doors: ReplicaDoors;
  private readonly replicaEvents: ReplicaEvents;

  constructor(
    readonly outside: Outside,
    readonly process: SimulatedProcess,
  ) {
    const { world, store, redis, history, planted } = outside;
    const { dataSource } = store;
    const { name: owner } = process;
    this.clock = new SimulatedClock(world, process);
    const sinks = {
      out: () => undefined,
      err: (why: string) => {
        if (!why.includes(refusedCommand)) history.note('failed', owner, { why });
      },
    };
    this.logger = new OfficeLogger({ clock: this.clock, level: 'error', sinks });
    const { logger } = this;
    this.ids = new CountedIds(owner);
    this.bus = new EventBus(logger);
    this.feed = new EventFeed(dataSource, this.bus);
    this.readSlowly();
    this.transactions = this.transactionsOfIts();
    this.renewals = this.transactionsOfIts();
    this.log = new EventLog(dataSource, this.transactions);
    this.repeater = new Repeater(this.clock, logger);
    this.runs = new RunsRepository(dataSource);
    this.leases = new LeasesRepository(dataSource);
    this.results = new ResultsRepository(dataSource);
    const rows = new ApprovalsRepository(dataSource, store.clock);
    this.approvalRows = rows;
    const [checks, sandboxes] = [standIn(AllowedChecks, {}), standIn(AllowedSandboxes, {})];
    const retry = new StoreRetry(this.clock, logger);
    this.approvals = new ApprovalsService(
      ...([this.transactions, rows, checks, sandboxes, retry, this.clock] as const),
    );
    this.approvalClock = new ApprovalClock(this.approvals, rows, this.clock, logger);
    const documents = new OfficeDocuments(this.clock);
    const officeId = new OfficeId(this.transactions, documents, new CountedIds(owner));
    const itself = standIn(Replica, { id: owner });
    const connections = redis.connectionsOf(process);
    this.replicaEvents = new ReplicaEvents(
      ...([connections, this.feed, this.bus, officeId, itself, this.repeater, logger] as const),
    );
    this.work = new ReplicaWork(this, (work) => this.tried(work));
    if (planted === 'fence not proved') this.leases.assertHeld = async () => undefined;
    plantInApprovals(planted, {
      rows,
      approvals: this.approvals,
      transactions: this.transactions,
      store,
    });
    this.doors = new ReplicaDoors(this);
  }

  /** While the store is slow, so are reads of its log of events. */
  private readSlowly(): void {
    const { outside, process } = this;
    const feed = this.feed as unknown as { readOn: () => Promise<unknown> };
    const readOn = feed.readOn.bind(feed);
    feed.readOn = async () => {
      if (outside.store.slowMs > 0) await outside.store.lasts(0, process);
      return readOn();
    };
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
    subscribeListeners(this.bus, this.approvalClock);
    await this.doors.start((work) => this.tried(work));
    this.approvalClock.onApplicationBootstrap();
    await this.tried(() => this.replicaEvents.onApplicationBootstrap());
    await this.work.start();
    this.outside.history.note('ready', this.process.name);
  }

  /** Until it succeeds, or fails in a way that does not pass. */
  async tried<T>(work: () => Promise<T>, passes = (_: unknown) => true): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (thrown) {
        if (!passes(thrown)) throw thrown;
        await this.clock.pause(againMs);
      }
    }
  }
}
