import { Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { WorkInHand } from './work-in-hand.js';
import { MemoryModule } from '../memory/memory.module.js';
import { LearnedQuality } from '../models/learned/learned-quality.js';
import { ModelsModule } from '../models/models.module.js';
import { EventBus } from '../platform/events/event-bus.js';
import { AfterListening } from '../platform/process/after-listening.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SettingsService } from '../settings/settings.service.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { RunFigures } from '../workspaces/run-figures.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { ApprovalClock } from './approvals/approval-clock.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { LeaseKeeper } from './dispatch/lease-keeper.js';
import { ReplicaWatch } from './dispatch/replica-watch.js';
import { RunDispatcher } from './dispatch/run-dispatcher.js';
import { RunsAtWork } from './dispatch/runs-at-work.js';
import { FloorSlots } from './engine/floor-slots.js';
import { RunJournal } from './engine/journal/run-journal.js';
import { RunLoader } from './engine/journal/run-loader.js';
import { RunEnding } from './engine/run-ending.js';
import { RunExecutor } from './engine/run-executor.js';
import { SpendGate } from './engine/spend-gate.js';
import { LeftTurns } from './engine/stages/left-turns.js';
import { StageRunner } from './engine/stages/stage-runner.js';
import { ModelAsker } from './engine/turn/model-asker.js';
import { ToolApprovals } from './engine/turn/tool-approvals.js';
import { ToolContextFactory } from './engine/turn/tool-context.js';
import { ToolLoop } from './engine/turn/tool-loop.js';
import { ToolRunner } from './engine/turn/tool-runner.js';
import { TurnBeginning } from './engine/turn/turn-beginning.js';
import { TurnRunner } from './engine/turn/turn-runner.js';
import { TurnSettlement } from './engine/turn/turn-settlement.js';
import { ApprovalsRepository } from './persistence/approvals.repository.js';
import { JournalRepository } from './persistence/journal.repository.js';
import { LeaseHoldersRepository } from './persistence/lease-holders.repository.js';
import { LeasesRepository } from './persistence/leases.repository.js';
import { ResultsRepository } from './persistence/results.repository.js';
import { RunsRepository } from './persistence/runs.repository.js';
import { RunBoard } from './run-board.js';
import { RunsCommands } from './runs.commands.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';
import { RunsWorkInHand } from './runs-work-in-hand.js';
import { SubmissionService } from './submission.service.js';

const persistence = [
  ApprovalsRepository,
  JournalRepository,
  LeaseHoldersRepository,
  LeasesRepository,
  ResultsRepository,
  RunsRepository,
];

const engine = [
  FloorSlots,
  LeftTurns,
  ModelAsker,
  RunEnding,
  RunExecutor,
  RunJournal,
  RunLoader,
  SpendGate,
  StageRunner,
  ToolApprovals,
  ToolContextFactory,
  ToolLoop,
  ToolRunner,
  TurnBeginning,
  TurnRunner,
  TurnSettlement,
];

/**
 * Owns briefs on their way through the office: submission, the durable engine, approvals, and what
 * runs leave behind. It uses floors, models, memory, skills and tools, and none of them knows it.
 */
@Module({
  imports: [
    MemoryModule,
    ModelsModule,
    SettingsModule,
    SkillsModule,
    ToolsModule,
    WorkspacesModule,
  ],
  controllers: [RunsController],
  providers: [
    ...persistence,
    ...engine,
    ApprovalClock,
    ApprovalsService,
    LeaseKeeper,
    ReplicaWatch,
    RunBoard,
    RunDispatcher,
    RunsAtWork,
    RunsCommands,
    RunsService,
    SubmissionService,
    RunsWorkInHand,
    { provide: WorkInHand, useExisting: RunsWorkInHand },
  ],
  exports: [ApprovalsService, ResultsRepository, RunBoard, WorkInHand],
})
export class RunsModule implements OnModuleInit, OnModuleDestroy {
  private subscription: Subscription | undefined;

  constructor(
    private readonly board: RunBoard,
    private readonly figures: RunFigures,
    private readonly slots: FloorSlots,
    private readonly settings: SettingsService,
    private readonly dispatcher: RunDispatcher,
    private readonly replicas: ReplicaWatch,
    private readonly learned: LearnedQuality,
    private readonly results: ResultsRepository,
    private readonly bus: EventBus,
    private readonly afterListening: AfterListening,
  ) {}

  onModuleInit(): void {
    this.figures.provide(this.board);
    this.learned.learnFrom(this.results);
    this.slots.useLimit(() => this.settings.current().maxConcurrency);
    this.subscription = this.bus.on('settings.updated', 'floor slots', () =>
      this.slots.admitWaiting(),
    );
    this.afterListening.register(() => this.dispatcher.start());
    this.afterListening.register(() => this.replicas.start());
  }

  onModuleDestroy(): void {
    this.subscription?.unsubscribe();
  }
}
