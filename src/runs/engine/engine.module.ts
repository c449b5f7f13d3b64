import { Module } from '@nestjs/common';
import { MemoryModule } from '../../memory/memory.module.js';
import { ModelsModule } from '../../models/models.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SkillsModule } from '../../skills/skills.module.js';
import { ToolsModule } from '../../tools/tools.module.js';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { SlotsModule } from '../queue/slots.module.js';
import { CheckCommand } from './checks/check-command.js';
import { ChecksApproval } from './checks/checks-approval.js';
import { RunChecks } from './checks/run-checks.js';
import { JournalRepository } from './journal/journal.repository.js';
import { RunJournal, RunRecords } from './journal/run-journal.js';
import { RunLoader } from './journal/run-loader.js';
import { StepStore } from './journal/run-steps.js';
import { Steps } from './journal/steps.js';
import { Prompts } from './prompts/prompts.js';
import { RunEnding } from './run-ending.js';
import { RunExecutor } from './run-executor.js';
import { SpendApproval } from './spend-approval.js';
import { RunFloors, StageRunner } from './stages/stage-runner.js';
import { PromptAssembler } from './turn/context/prompt-assembler.js';
import { TurnContext } from './turn/context/turn-plan.js';
import { ModelCalls } from './turn/lifecycle/model-calls.js';
import { OrphanedTurns } from './turn/lifecycle/orphaned-turns.js';
import { ToolLoop } from './turn/lifecycle/tool-loop.js';
import { TurnRecords } from './turn/lifecycle/turn-records.js';
import { TurnRunner } from './turn/lifecycle/turn-runner.js';
import { ReadableDocuments } from './turn/tools/readable-documents.js';
import { CallForesight } from './turn/tools/call-foresight.js';
import { ToolApprovals } from './turn/tools/tool-approvals.js';
import { ToolContextFactory } from './turn/tools/tool-context.js';
import { ToolRound } from './turn/tools/tool-round.js';
import { ToolRunner } from './turn/tools/tool-runner.js';
import { TurnFacts } from './turn/tools/turn-facts.js';
import { TurnTools } from './turn/tools/turn-tools.js';
import { Machine } from './workspace-survey/machine.js';
import { ShellPolicies } from './shell-policies.js';
import { PlacePreparation } from './place-preparation.js';
import { ScratchFolders } from './workspace-survey/scratch-folders.js';
import { WorkspaceSurvey } from './workspace-survey/workspace-survey.js';

/** Owns the execution of runs: stages, turns, calls, and the journal that records them. */
@Module({
  imports: [
    ApprovalsModule,
    ChangesModule,
    MemoryModule,
    ModelsModule,
    SettingsModule,
    SkillsModule,
    SlotsModule,
    ToolsModule,
    WorkspacesModule,
  ],
  providers: [
    { provide: Prompts, useFactory: () => Prompts.load() },
    CheckCommand,
    ChecksApproval,
    JournalRepository,
    Machine,
    ModelCalls,
    OrphanedTurns,
    PromptAssembler,
    ReadableDocuments,
    RunChecks,
    RunEnding,
    RunExecutor,
    RunFloors,
    RunJournal,
    RunLoader,
    RunRecords,
    ScratchFolders,
    ShellPolicies,
    SpendApproval,
    StageRunner,
    StepStore,
    Steps,
    CallForesight,
    ToolApprovals,
    ToolContextFactory,
    ToolLoop,
    ToolRound,
    ToolRunner,
    TurnContext,
    TurnFacts,
    TurnRecords,
    TurnRunner,
    TurnTools,
    PlacePreparation,
    WorkspaceSurvey,
  ],
  exports: [RunEnding, RunExecutor, RunLoader],
})
export class EngineModule {}
