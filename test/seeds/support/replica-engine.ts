import { TurnMemory } from '#memory/turn-memory.js';
import { FailoverCaller } from '#models/gateway/failover-caller.js';
import { RateLimitGates } from '#models/gateway/rate-limit-gate.js';
import { RouteAttempts } from '#models/gateway/route-attempts.js';
import { CountedProvider } from '#models/tokens/counted-provider.js';
import { LearnedRatios } from '#models/tokens/learned-ratios.js';
import { TokenEstimates } from '#models/tokens/token-estimates.js';
import type { ModelMessage } from '#models/gateway/model-call.js';
import type { StoreRetry } from '#platform/database/store-retry.js';
import { PathLocks } from '#platform/fleet/path-locks.js';
import { BackgroundCommands } from '#tools/shell/background-commands.js';
import type { Run } from '#protocol/records/work.js';
import { SnapshotsService } from '#runs/changes/snapshots.service.js';
import { RunChecks } from '#runs/engine/checks/run-checks.js';
import { JournalRepository } from '#runs/engine/journal/journal.repository.js';
import { RunJournal, RunRecords } from '#runs/engine/journal/run-journal.js';
import { RunLoader } from '#runs/engine/journal/run-loader.js';
import type { RunSession } from '#runs/engine/journal/run-session.js';
import { StepStore } from '#runs/engine/journal/run-steps.js';
import type { Steps } from '#runs/engine/journal/steps.js';
import { RunEnding } from '#runs/engine/run-ending.js';
import { RunExecutor } from '#runs/engine/run-executor.js';
import { ShellPolicies } from '#runs/engine/shell-policies.js';
import { SpendApproval } from '#runs/engine/spend-approval.js';
import { RunFloors, StageRunner } from '#runs/engine/stages/stage-runner.js';
import {
  type EarlierConversation,
  PromptAssembler,
} from '#runs/engine/turn/context/prompt-assembler.js';
import { callCeiling } from '#runs/engine/turn/context/prompt-size.js';
import { TurnContext } from '#runs/engine/turn/context/turn-plan.js';
import { ModelCalls } from '#runs/engine/turn/lifecycle/model-calls.js';
import { OrphanedTurns } from '#runs/engine/turn/lifecycle/orphaned-turns.js';
import { ToolLoop } from '#runs/engine/turn/lifecycle/tool-loop.js';
import { TurnRecords } from '#runs/engine/turn/lifecycle/turn-records.js';
import type { TurnRequest } from '#runs/engine/stages/stage-context.js';
import { TurnRunner } from '#runs/engine/turn/lifecycle/turn-runner.js';
import { CallForesight } from '#runs/engine/turn/tools/call-foresight.js';
import { ReadableDocuments } from '#runs/engine/turn/tools/readable-documents.js';
import { ToolApprovals } from '#runs/engine/turn/tools/tool-approvals.js';
import { ToolContextFactory } from '#runs/engine/turn/tools/tool-context.js';
import { ToolRound } from '#runs/engine/turn/tools/tool-round.js';
import { ToolRunner } from '#runs/engine/turn/tools/tool-runner.js';
import { TurnFacts } from '#runs/engine/turn/tools/turn-facts.js';
import { TurnTools } from '#runs/engine/turn/tools/turn-tools.js';
import { PlacePreparation } from '#runs/engine/place-preparation.js';
import { ScratchFolders } from '#runs/engine/workspace-survey/scratch-folders.js';
import type { TurnSlots } from '#runs/queue/turn-slots.js';
import type { SettingsService } from '#settings/settings.service.js';
import { ToolGrants } from '#tools/tool-grants.js';
import { ToolRegistry } from '#tools/tool-registry.js';
import { EmployeesService } from '#workspaces/employees/employees.service.js';
import { WorkspaceFiles } from '#workspaces/workspace-files.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { sampleRoute } from '#test/support/sample-records.js';
import type { Foundation } from './foundation.js';
import { PlantedSteps, reserveNothing } from './planted-steps.js';
import { simulatedFloor } from './simulated-run.js';
import { standIn } from './stand-in.js';
import { simulatedTools } from './tools.js';
import { promptOf, SeededProvider, simulatedModel } from './provider.js';

const quiet = (): void => undefined;
const nothing = async (): Promise<void> => undefined;
const none = async (): Promise<null> => null;

interface EngineParts {
  readonly slots: TurnSlots;
  readonly retry: StoreRetry;
  readonly settings: SettingsService;
}

/**
 * The engine of one start of a replica: the real one from the loop over stages down to a provider's
 * answer and a tool's call. Prompts, routes, files, checks, memory and employees are stand-ins.
 */
export class ReplicaEngine {
  readonly loader: RunLoader;
  readonly executor: RunExecutor;
  readonly ending: RunEnding;
  private readonly journal: RunJournal;
  private readonly steps: Steps;
  private readonly employees = standIn(EmployeesService, {
    ...{ change: quiet, changeIf: quiet, endTurn: quiet },
  });

  constructor(
    private readonly base: Foundation,
    private readonly parts: EngineParts,
  ) {
    const { outside, transactions, runs, results, leases, approvals, logger } = base;
    const { retry } = parts;
    const stored = new StepStore(new JournalRepository(outside.store.dataSource));
    const records = new RunRecords(stored, leases, runs, results, base.approvalRows);
    this.journal = new RunJournal(transactions, retry, leases, records);
    this.steps = new PlantedSteps(this.journal, outside.planted);
    const shells = standIn(ShellPolicies, { of: () => null });
    this.loader = new RunLoader(runs, stored, results, base.approvalRows, shells);
    if (outside.planted === 'instructions lost at hand-over') this.forgetInstructions();
    const { journal, steps } = this;
    const checks = standIn(RunChecks, {
      ...{ beforeStage: nothing, afterStage: nothing, afterRevision: nothing },
      atEnd: async () => ({ error: null, notChecked: null }),
    });
    const floors = standIn(WorkspacesService, { addSpend: quiet });
    const scratch = standIn(ScratchFolders, { remove: nothing });
    this.ending = new RunEnding(journal, floors, this.employees, approvals, scratch, checks);
    const { turns, settling } = this.turns();
    const stages = new StageRunner(
      turns,
      standIn(RunFloors, {
        look: async (session: RunSession) => void (session.floor = simulatedFloor),
      }),
      standIn(BackgroundCommands, { endStage: nothing }),
      standIn(WorkspaceFiles, { demand: nothing }),
      checks,
      logger,
    );
    this.executor = new RunExecutor(
      journal,
      stages,
      new OrphanedTurns(settling, steps),
      new SpendApproval(journal, approvals, parts.settings, retry, base.ids),
      this.ending,
      standIn(PlacePreparation, { survey: { look: none, keep: quiet }, prepare: none }),
      logger,
    );
  }

  private forgetInstructions(): void {
    const load = this.loader.load.bind(this.loader);
    this.loader.addedTo = async () => ({});
    this.loader.load = async (lease) => {
      const session = await load(lease);
      session.instructions = [];
      return session;
    };
  }

  private turns(): { readonly turns: TurnRunner; readonly settling: TurnRecords } {
    const { journal, steps, employees, base } = this;
    const { outside, process, clock, approvals, ids, logger, runs } = base;
    const { slots, settings } = this.parts;
    const registry = new ToolRegistry();
    for (const tool of simulatedTools(outside, process.name)) registry.register(tool);
    const tools = new TurnTools(registry);
    const foresight = new CallForesight(tools);
    const asking = new ToolApprovals(
      ...([journal, steps, approvals, employees, settings, ids, foresight] as const),
    );
    const snapshots = standIn(SnapshotsService, {});
    const contexts = new ToolContextFactory(
      journal,
      asking,
      standIn(TurnFacts, {}),
      snapshots,
      standIn(ReadableDocuments, { of: () => undefined, skillsOf: () => undefined }),
      logger,
      standIn(PathLocks, {}),
    );
    const runner = new ToolRunner(steps, tools, contexts, asking, employees, clock, logger);
    const settling = new TurnRecords(
      ...([journal, steps, employees, standIn(TurnMemory, { recordReads: nothing })] as const),
      ...([asking, snapshots, runs] as const),
    );
    const calls = this.modelCalls();
    const loop = new ToolLoop(calls, new ToolRound(runner, foresight), logger);
    const turns = new TurnRunner(
      slots,
      new ToolGrants(),
      this.context(),
      this.prompts(),
      settling,
      calls,
      loop,
    );
    return { turns, settling };
  }

  private modelCalls(): ModelCalls {
    const { journal, steps, employees, base } = this;
    const { outside, process, clock, bus, logger } = base;
    const { world, planted } = outside;
    const random = () => world.random.next();
    const ratios = standIn(LearnedRatios, {});
    const estimates = new TokenEstimates({ llm: { mode: 'mock' } } as never, ratios, logger);
    const seeded = new SeededProvider(outside, process.name);
    const provider =
      planted === 'usage of a lying provider believed'
        ? seeded
        : new CountedProvider(seeded, estimates, { doubted: quiet });
    const attempts = new RouteAttempts(new RateLimitGates(clock, random), clock, random);
    const callable = () => ({ model: simulatedModel, provider });
    const caller = new FailoverCaller({ callable }, attempts);
    const calls = new ModelCalls(steps, journal, caller, estimates, bus, clock, employees);
    if (planted === 'nothing is reserved') reserveNothing(calls);
    return calls;
  }

  private context(): TurnContext {
    const { ids } = this.base;
    const route = sampleRoute({ providerId: 'v', modelId: 'm' });
    return standIn(TurnContext, {
      schemasOf: () => [],
      reasons: () => false,
      toolsOf: (granted: readonly string[]) => granted,
      plan: async (_: RunSession, { role, purpose }: TurnRequest) => ({
        ...{ turnId: ids.next('turn'), roleId: role.id, purpose, route, skills: [] },
      }),
      remember: async () => ({ query: '', facts: [], total: 0 }),
    });
  }

  private prompts(): PromptAssembler {
    const ceiling = callCeiling([simulatedModel], undefined);
    const request = { room: 100_000, tools: [], ceiling };
    const asked = ({ brief }: Run, key: string): ModelMessage => ({
      role: 'user',
      content: promptOf(key, Number(brief)),
    });
    return standIn(PromptAssembler, {
      assemble: ({ run }: RunSession, { key }: TurnRequest) => ({
        ...request,
        messages: [asked(run, key)],
      }),
      goOn: (
        { run }: RunSession,
        { key }: TurnRequest,
        _: unknown,
        before: EarlierConversation,
      ) => ({
        ...request,
        messages: [...before.kept.messages, asked(run, key)],
        instructions: before.kept.heard,
      }),
    });
  }
}
