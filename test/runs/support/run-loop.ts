import type { ServerEvent } from '#protocol/events.js';
import type { StageKind } from '#protocol/records/enums.js';
import type { StageRun, StageSpec } from '#protocol/records/work.js';
import type { RunSession } from '#runs/engine/journal/run-session.js';
import type { RunChecks } from '#runs/engine/checks/run-checks.js';
import { RunEnding } from '#runs/engine/run-ending.js';
import type { ScratchFolders } from '#runs/engine/workspace-survey/scratch-folders.js';
import type { PlacePreparation } from '#runs/engine/place-preparation.js';
import { RunExecutor } from '#runs/engine/run-executor.js';
import type { SpendApproval } from '#runs/engine/spend-approval.js';
import type { StageOutcome } from '#runs/engine/stages/stage-context.js';
import type { StageRunner } from '#runs/engine/stages/stage-runner.js';
import type { OrphanedTurns } from '#runs/engine/turn/lifecycle/orphaned-turns.js';
import type { ApprovalsService } from '#runs/approvals/approvals.service.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import type { WorkspacesService } from '#workspaces/workspaces.service.js';
import { sampleStage, sampleTurn } from '../../support/sample-records.js';
import type { Store } from './open-store.js';
import { StoredRuns } from './stored-runs.js';

/** What the code of a stage does, by the stage's name; any other says its name in one turn. */
export type Script = Readonly<
  Record<string, (session: RunSession) => StageOutcome | Promise<StageOutcome>>
>;

export function pendingStage(
  name: string,
  spec: Partial<StageSpec> = {},
  kind: StageKind = 'plan',
): StageRun {
  return sampleStage({
    id: `stage_${name}`,
    status: 'pending',
    startedAt: null,
    participantRoleIds: [],
    spec: { kind, name, roleIds: ['ceo'], mode: 'single', ...spec },
  });
}

/** The outcome of a stage with one statement. */
export function says(session: RunSession, stageId: string, text: string): StageOutcome {
  const turn = sampleTurn({ id: `turn of ${stageId}`, runId: session.run.id, stageId, text });
  return { turns: [turn], summary: text, unresolved: false };
}

/** The loop of a run over a real store, with stages and people that do as they are told. */
export class RunLoop {
  readonly runs: StoredRuns;
  /** Names of the stages whose code ran, in order. */
  readonly performed: string[] = [];
  /** What was folded into the floor's spend, USD. */
  readonly foldedUsd: number[] = [];
  /** The spend gate: its threshold, what people answer, and before which stages it asked. */
  readonly gate = {
    thresholdUsd: 0,
    allows: true,
    asked: [] as string[],
    meanwhile: (_: RunSession): void => {},
  };

  constructor(readonly store: Store) {
    this.runs = new StoredRuns(store);
  }

  /** A queued run of these stages. */
  begin(...stages: StageRun[]): Promise<RunSession> {
    return this.runs.begin({ status: 'queued', stages });
  }

  execute(session: RunSession, script: Script = {}): Promise<void> {
    const { journal } = this.runs;
    const stages = {
      demandFiles: async () => {},
      firstParticipant: () => 'ceo',
      lookAtFloor: async () => {},
      checkBefore: async () => {},
      checkAfter: async () => {},
      workers: (_: RunSession, { spec }: StageRun) => spec.roleIds,
      run: async (of: RunSession, { spec, id }: StageRun) => {
        this.performed.push(spec.name);
        return (await script[spec.name]?.(of)) ?? says(of, id, spec.name);
      },
    } as unknown as StageRunner;
    const workspaces = {
      addSpend: async (_: unknown, __: string, usd: number) => void this.foldedUsd.push(usd),
    } as unknown as WorkspacesService;
    const employees = { changeIf: () => {} } as unknown as EmployeesService;
    const scratch = { remove: async () => {} } as unknown as ScratchFolders;
    const approvals = {} as ApprovalsService;
    const ending = new RunEnding(journal, workspaces, employees, approvals, scratch, this.checks);
    const { logger } = this.store;
    const { spendApproval } = this;
    const orphaned = { settle: async () => {} } as unknown as OrphanedTurns;
    const survey = { look: async () => null, keep: () => {} };
    const executor = new RunExecutor(
      journal,
      stages,
      orphaned,
      spendApproval,
      ending,
      { survey, prepare: async () => null } as unknown as PlacePreparation,
      logger,
    );
    return executor.execute(session);
  }

  /** Spends on the run as a settled turn does. */
  spend(usd: number): (session: RunSession) => Promise<StageOutcome> {
    return async (session) => {
      await this.runs.journal.commit(session, (commit) =>
        commit.changeRun((run) => {
          const { limitUsd, spentUsd } = run.budget;
          return { ...run, budget: { limitUsd, spentUsd: spentUsd + usd } };
        }),
      );
      return says(session, 'spender', 'spent');
    };
  }

  /** What was announced, a few words for each event. */
  get history(): readonly string[] {
    return this.store.events.map(inWords);
  }

  private get checks(): RunChecks {
    return { atEnd: async () => ({ error: null, notChecked: null }) } as unknown as RunChecks;
  }

  private get spendApproval(): SpendApproval {
    const { gate } = this;
    return {
      withdraw: async () => {},
      wasAllowed: () => gate.asked.length > 0 && gate.allows,
      thresholdUsd: async () => gate.thresholdUsd,
      mayGoOn: async (session: RunSession, { spec }: StageRun) => {
        gate.asked.push(spec.name);
        gate.meanwhile(session);
        return gate.allows;
      },
    } as unknown as SpendApproval;
  }
}

export function statusesOf({ run }: RunSession): readonly string[] {
  return run.stages.map(({ status }) => status);
}

function inWords(event: ServerEvent): string {
  if (event.type === 'run.updated') return `run ${event.run.status}`;
  if (event.type === 'stage.started') return `${event.stage.spec.name} started`;
  if (event.type === 'stage.finished') return `${event.stage.spec.name} ${event.stage.status}`;
  if (event.type === 'artifact.created') return `artifact ${event.artifact.title}`;
  if (event.type === 'error') return `error ${event.message}`;
  return event.type;
}
