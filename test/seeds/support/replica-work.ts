import { StoreRetry } from '#platform/database/store-retry.js';
import { LeftProcesses } from '#platform/process/left-processes.js';
import { DecidedDeliveries } from '#runs/changes/decided-deliveries.js';
import { ActiveRuns, RunWorker } from '#runs/queue/run-worker.js';
import type { ClaimedLease } from '#runs/queue/leases.repository.js';
import { leasePace } from '#runs/queue/lease-times.js';
import { ReplicaWatch } from '#runs/queue/replica-watch.js';
import { RunClaims } from '#runs/queue/run-claims.js';
import { RunDispatcher } from '#runs/queue/run-dispatcher.js';
import { RunParking } from '#runs/queue/run-parking.js';
import { SharedTurnSlots } from '#runs/queue/shared-turn-slots.js';
import { CancellationService } from '#runs/submit/cancellation.service.js';
import { RetryService } from '#runs/submit/retry.service.js';
import { RunPlaces } from '#runs/submit/run-places.js';
import { SteeringService } from '#runs/submit/steering.service.js';
import { SubmissionRules } from '#runs/submit/submission-rules.js';
import { RunIntake, SubmissionService } from '#runs/submit/submission.service.js';
import { SettingsService } from '#settings/settings.service.js';
import { EmployeesService } from '#workspaces/employees/employees.service.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import type { Foundation } from './foundation.js';
import { SimulatedLeases } from './leases.js';
import { claimUpTo, makeNewer, newerJournal } from './newer-version.js';
import { leaseMs } from './outside.js';
import { ReplicaEngine } from './replica-engine.js';
import { goOnWithoutLeases, plantInDispatcher } from './planted-in-dispatcher.js';
import { SimulatedTurnSlotRows } from './slots.js';
import { standIn } from './stand-in.js';

const capacity = 4;
/** Turns at work at once on the only floor. */
const maxConcurrency = 3;
const settingsOfTheOffice = {
  ...{ autoApproveShell: false, softSpendApprovalUsd: 0.3 },
};
const scansInLease = 4;
const failure = { scope: 'simulated', text: (reason: string) => reason };

/** The work on runs of one start of a replica: the real dispatcher with its queue, and its orders. */
export class ReplicaWork {
  readonly submissions: SubmissionService;
  readonly cancellations: CancellationService;
  readonly steering: SteeringService;
  readonly retries: RetryService;
  private readonly leases: SimulatedLeases;
  private readonly watch: ReplicaWatch;
  private readonly slots: SharedTurnSlots;
  private readonly dispatcher: RunDispatcher;

  constructor(
    private readonly base: Foundation,
    private readonly tried: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    const { clock, logger, ids, transactions, runs, results, approvals, repeater, feed } = base;
    this.leases = new SimulatedLeases(base, tried);
    const { keeper } = this.leases;
    const active = new ActiveRuns({ fleet: { capacity } } as never);
    const { approvalMs: approvalTimeoutMs } = base.outside.plan.work;
    const read = async () => ({ ...settingsOfTheOffice, maxConcurrency, approvalTimeoutMs });
    const settings = standIn(SettingsService, { read });
    const rows = new SimulatedTurnSlotRows();
    this.slots = new SharedTurnSlots(transactions, rows, keeper, settings, ids, repeater, logger);
    const retry = new StoreRetry(clock, logger);
    const engine = new ReplicaEngine(base, { slots: this.slots, retry, settings });
    const claims = new RunClaims(transactions, base.leases, keeper);
    const parking = new RunParking(transactions, base.leases, runs, clock, logger);
    const { loader, executor, ending } = engine;
    const left = standIn(LeftProcesses, { end: async () => undefined });
    const worker = new RunWorker(active, loader, executor, ending, parking, left, logger);
    const queue = base.outside.redis.jobs.queueOf(base.process, logger);
    this.dispatcher = new RunDispatcher(
      ...([claims, keeper, retry, this.noted(worker), active, queue, logger] as const),
    );
    this.watch = new ReplicaWatch(
      ...([keeper, base.leases, active] as const),
      base.approvalClock,
      standIn(DecidedDeliveries, { look: async () => undefined }),
      ...([feed, clock] as const),
    );
    const { dispatcher } = this;
    const orders = [runs, approvals, dispatcher, transactions, clock, logger] as const;
    this.cancellations = new CancellationService(...orders);
    const workspaces = standIn(WorkspacesService, { find: async () => null });
    this.steering = new SteeringService(runs, active, transactions, clock, workspaces);
    const places = standIn(RunPlaces, {
      takeOver: async () => undefined,
      again: async () => ({ workspacePath: '/w' }),
    });
    const employees = standIn(EmployeesService, { change: () => undefined });
    const nothing = async (): Promise<void> => undefined;
    const rules = standIn(SubmissionRules, { prepare: nothing, acceptAgain: nothing });
    const intake = new RunIntake(runs, base.leases, employees, places, logger);
    this.submissions = new SubmissionService(
      ...([rules, intake, settings, transactions, dispatcher, clock, ids] as const),
    );
    const { submissions } = this;
    this.retries = new RetryService(
      ...([runs, results, rules, submissions, places, clock, ids] as const),
    );
    if (base.process.isNewer) makeNewer(runs, claims);
    this.plant(claims);
  }

  private plant(claims: RunClaims): void {
    const { planted } = this.base.outside;
    if (planted === 'slot never given back') Object.assign(this.slots, { leave: () => undefined });
    if (planted === 'retry begun twice') {
      const retry = this.retries.retry.bind(this.retries);
      this.retries.retry = async (id, stageId) => {
        await retry(id, stageId);
        return retry(id, stageId);
      };
    }
    if (planted === 'newer journal claimed') claimUpTo(claims, newerJournal);
    if (planted === 'work on what a lapsed search claimed') {
      plantInDispatcher(this.dispatcher, claims);
    }
    if (planted === 'work goes on after a lapse') goOnWithoutLeases(this.dispatcher);
    if (planted !== 'run begun without a claim') return;
    const claim = claims.claim.bind(claims);
    claims.claim = async (runId) => (await claim(runId)) ?? this.heldBySomebody(runId);
  }

  private heldBySomebody(runId: string): ClaimedLease | null {
    const query = `SELECT fence, tries FROM run_leases WHERE run_id = '${runId}' AND owner IS NOT NULL`;
    const [row] = this.base.outside.store.rows(query);
    return row === undefined
      ? null
      : { runId, fence: Number(row['fence']), tries: Number(row['tries']) };
  }

  async start(): Promise<void> {
    const { bus, repeater } = this.base;
    const { dispatcher, slots, steering, cancellations } = this;
    bus.on('internal.run.cancel-requested', 'runs', (event) => cancellations.onRequested(event));
    bus.on('internal.run.elsewhere', 'runs', (event) => void dispatcher.onElsewhere(event));
    bus.on('internal.turn-slots.granted', 'runs', (event) => slots.onGranted(event));
    bus.on('run.updated', 'runs', (event) => steering.onUpdated(event));
    await this.tried(() => this.leases.begin());
    slots.onModuleInit();
    await dispatcher.start();
    repeater.every(leaseMs / scansInLease, failure, () => dispatcher.lookAround());
    repeater.every(this.watch.stepMs, failure, () => this.watch.step());
  }

  /** As at an orderly shutdown. */
  stop(): Promise<void> {
    return this.dispatcher.onModuleDestroy();
  }

  /** The same worker, whose work is seen from outside. */
  private noted(worker: RunWorker): RunWorker {
    const { outside, process } = this.base;
    const { history } = outside;
    const atWork = new Set<string>();
    this.leases.keeper.onChange({
      lapsed: () => {
        history.note('lapsed', process.name);
        for (const runId of atWork) history.note('let go', process.name, { runId });
      },
      regained: () => undefined,
    });
    const work = worker.work.bind(worker);
    worker.work = async (lease: ClaimedLease, terms) => {
      const { runId, fence } = lease;
      // A claim that was answered after a pause is given up as soon as the run is loaded.
      if (terms.mustRelease()) return work(lease, terms);
      history.note('claimed', process.name, { runId, fence });
      atWork.add(runId);
      try {
        return await work(lease, terms);
      } finally {
        atWork.delete(runId);
        history.note('let go', process.name, { runId });
      }
    };
    return worker;
  }
}

/** Pace of tries while the store fails, ms. */
export const againMs = leasePace(leaseMs).retryMs;
