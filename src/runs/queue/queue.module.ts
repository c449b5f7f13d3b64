import { Module, type OnModuleInit } from '@nestjs/common';
import { ProcessModule } from '../../platform/process/process.module.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { EngineModule } from '../engine/engine.module.js';
import { ActiveRuns } from './active-runs.js';
import { ReplicaWatch } from './replica-watch.js';
import { RunClaims } from './run-claims.js';
import { RunDispatcher } from './run-dispatcher.js';
import { RunParking } from './run-parking.js';
import { RunWorker } from './run-worker.js';
import { SlotsModule } from './slots.module.js';
import { UnservedRunsRepository } from './unserved-runs.repository.js';
import { UnservedRuns } from './unserved-runs.js';
import { WorkCounts } from './work-counts.js';
import { WorkLevels } from './work-levels.js';

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
    WorkCounts,
    WorkLevels,
  ],
  exports: [ActiveRuns, RunDispatcher, SlotsModule, WorkCounts, WorkLevels],
})
export class QueueModule implements OnModuleInit {
  constructor(
    private readonly dispatcher: RunDispatcher,
    private readonly replicas: ReplicaWatch,
    private readonly unserved: UnservedRuns,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    this.startupTasks.register(() => this.dispatcher.start());
    this.startupTasks.register(() => this.replicas.start());
    this.startupTasks.register(() => this.unserved.start());
  }
}
