import { Module, type OnModuleInit } from '@nestjs/common';
import { ProcessModule } from '../../platform/process/process.module.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { Repeater } from '../../platform/repeater.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { EngineModule } from '../engine/engine.module.js';
import { ActiveRuns, RunWorker } from './run-worker.js';
import { LeaseKeeper } from './lease-keeper.js';
import { ReplicaWatch } from './replica-watch.js';
import { RunClaims } from './run-claims.js';
import { RunDispatcher } from './run-dispatcher.js';
import { RunParking } from './run-parking.js';
import { SlotsModule } from './slots.module.js';
import { UnservedRunsRepository } from './unserved-runs.repository.js';
import { UnservedRuns } from './unserved-runs.js';
import { HealthCounts } from './health-counts.js';
import { WorkGauges } from './work-gauges.js';

/** Searches for runs per duration of a lease. */
const scansInLease = 4;

/** Owns the choice of the next run and of the process that works on it. */
@Module({
  imports: [ApprovalsModule, ChangesModule, EngineModule, ProcessModule, SlotsModule],
  providers: [
    ActiveRuns,
    ReplicaWatch,
    RunClaims,
    RunDispatcher,
    RunParking,
    RunWorker,
    UnservedRuns,
    UnservedRunsRepository,
    HealthCounts,
    WorkGauges,
  ],
  exports: [ActiveRuns, RunDispatcher, SlotsModule, HealthCounts, WorkGauges],
})
export class QueueModule implements OnModuleInit {
  constructor(
    private readonly dispatcher: RunDispatcher,
    private readonly replicas: ReplicaWatch,
    private readonly unserved: UnservedRuns,
    private readonly keeper: LeaseKeeper,
    private readonly repeater: Repeater,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    this.startupTasks.register(() => this.dispatcher.start());
    this.startupTasks.register(async () => this.keepLooking());
  }

  /** Looks regularly for work of which no event tells this process. */
  private keepLooking(): void {
    const { dispatcher, replicas, unserved } = this;
    const { ttlMs, exclusive, inFleet } = this.keeper;
    this.look(ttlMs / scansInLease, 'unfinished runs', () => dispatcher.lookAround());
    if (!exclusive) this.look(replicas.stepMs, 'changes of other replicas', () => replicas.step());
    if (inFleet) this.look(ttlMs, 'runs without a replica', () => unserved.look());
  }

  private look(everyMs: number, what: string, task: () => unknown): void {
    const text = (reason: string): string => `${what} could not be looked up: ${reason}`;
    this.repeater.every(everyMs, { scope: 'engine/run', text }, task);
  }
}
