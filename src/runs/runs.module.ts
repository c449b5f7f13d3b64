import { Module, type OnModuleInit } from '@nestjs/common';
import { WorkCounts } from './queue/work-counts.js';
import { WorkLevels } from './queue/work-levels.js';
import { MemoryModule } from '../memory/memory.module.js';
import { ModelsModule } from '../models/models.module.js';
import { ProcessModule } from '../platform/process/process.module.js';
import { StartupTasks } from '../platform/process/startup-tasks.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { ApprovalClock } from './approvals/approval-clock.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { CancellationService } from './submit/cancellation.service.js';
import { LeaseKeeper } from './queue/lease-keeper.js';
import { ReplicaWatch } from './queue/replica-watch.js';
import { RunClaims } from './queue/run-claims.js';
import { RunDispatcher } from './queue/run-dispatcher.js';
import { RunParking } from './queue/run-parking.js';
import { RunWorker } from './queue/run-worker.js';
import { UnservedRuns } from './queue/unserved-runs.js';
import { SharedTurnSlots } from './queue/shared-turn-slots.js';
import { ActiveRuns } from './queue/active-runs.js';
import { RunJournal, RunRecords } from './engine/journal/run-journal.js';
import { RunLoader } from './engine/journal/run-loader.js';
import { RunEnding } from './engine/run-ending.js';
import { RunExecutor } from './engine/run-executor.js';
import { SpendApproval } from './engine/spend-approval.js';
import { Prompts } from './engine/prompts/prompts.js';
import { RunFloors, StageRunner } from './engine/stages/stage-runner.js';
import { StepStore } from './engine/journal/run-steps.js';
import { Steps } from './engine/journal/steps.js';
import { PromptAssembler } from './engine/turn/context/prompt-assembler.js';
import { TurnContext } from './engine/turn/context/turn-plan.js';
import { ModelCalls } from './engine/turn/lifecycle/model-calls.js';
import { OrphanedTurns } from './engine/turn/lifecycle/orphaned-turns.js';
import { ToolLoop } from './engine/turn/lifecycle/tool-loop.js';
import { TurnRecords } from './engine/turn/lifecycle/turn-records.js';
import { TurnRunner } from './engine/turn/lifecycle/turn-runner.js';
import { LocalTurnSlots, TurnSlots } from './queue/turn-slots.js';
import { ToolApprovals } from './engine/turn/tools/tool-approvals.js';
import { ToolContextFactory } from './engine/turn/tools/tool-context.js';
import { ToolRound } from './engine/turn/tools/tool-round.js';
import { RunDocuments } from './engine/turn/tools/run-documents.js';
import { ToolRunner } from './engine/turn/tools/tool-runner.js';
import { TurnFacts } from './engine/turn/tools/turn-facts.js';
import { TurnTools } from './engine/turn/tools/turn-tools.js';
import { WorkspaceSurvey } from './engine/workspace-survey/workspace-survey.js';
import { DecidedDeliveries } from './changes/decided-deliveries.js';
import { DeliveryGate } from './changes/delivery-gate.js';
import { DeliveryService } from './changes/delivery.service.js';
import { EndedRuns } from './changes/ended-runs.js';
import { RevertService } from './changes/revert.service.js';
import { RunDiffController } from './changes/run-diff.controller.js';
import { RunDiffService } from './changes/run-diff.service.js';
import { SnapshotsCommands } from './changes/snapshots.commands.js';
import { SnapshotRetention } from './changes/snapshot-retention.js';
import { SnapshotsService } from './changes/snapshots.service.js';
import { RunRecordsModule } from './history/run-records.module.js';
import { RunsCommands } from './submit/runs.commands.js';
import { RunsController } from './submit/runs.controller.js';
import { RunsService } from './history/runs.service.js';
import { RetryService } from './submit/retry.service.js';
import { SecondChancesCommands } from './submit/second-chances.commands.js';
import { SteeringService } from './submit/steering.service.js';
import { RunIntake, SubmissionService } from './submit/submission.service.js';
import { SubmissionRules } from './submit/submission-rules.js';

const engine = [
  ModelCalls,
  OrphanedTurns,
  PromptAssembler,
  RunDocuments,
  WorkspaceSurvey,
  RunEnding,
  RunExecutor,
  RunJournal,
  RunLoader,
  RunRecords,
  SpendApproval,
  RunFloors,
  StageRunner,
  StepStore,
  Steps,
  ToolApprovals,
  ToolContextFactory,
  TurnFacts,
  ToolLoop,
  ToolRound,
  DecidedDeliveries,
  DeliveryGate,
  DeliveryService,
  EndedRuns,
  RevertService,
  RunDiffService,
  SnapshotRetention,
  SnapshotsCommands,
  SnapshotsService,
  ToolRunner,
  TurnTools,
  TurnContext,
  TurnRecords,
  TurnRunner,
  LocalTurnSlots,
  SharedTurnSlots,
  {
    provide: TurnSlots,
    inject: [LeaseKeeper, LocalTurnSlots, SharedTurnSlots],
    useFactory: ({ inFleet }: LeaseKeeper, local: LocalTurnSlots, shared: SharedTurnSlots) =>
      inFleet ? shared : local,
  },
];

/**
 * Owns briefs on their way through the office: submission, the durable engine, approvals, and what
 * runs leave behind. It uses floors, models, memory, skills and tools, and none of them knows it.
 */
@Module({
  imports: [
    MemoryModule,
    ModelsModule,
    ProcessModule,
    RunRecordsModule,
    SettingsModule,
    SkillsModule,
    ToolsModule,
    WorkspacesModule,
  ],
  controllers: [RunsController, RunDiffController],
  providers: [
    ...engine,
    { provide: Prompts, useFactory: () => Prompts.load() },
    ApprovalClock,
    ApprovalsService,
    CancellationService,
    LeaseKeeper,
    RetryService,
    SecondChancesCommands,
    SteeringService,
    ReplicaWatch,
    RunClaims,
    RunDispatcher,
    RunParking,
    RunWorker,
    UnservedRuns,
    ActiveRuns,
    RunsCommands,
    RunIntake,
    RunsService,
    SubmissionRules,
    SubmissionService,
    WorkCounts,
    WorkLevels,
  ],
  exports: [ApprovalsService, WorkCounts, WorkLevels],
})
export class RunsModule implements OnModuleInit {
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
