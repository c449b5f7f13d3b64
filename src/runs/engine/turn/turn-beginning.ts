import { Injectable } from '@nestjs/common';
import { ModelsService } from '../../../models/models.service.js';
import { noUsage } from '../../../models/usage.js';
import { Ids } from '../../../platform/ids.js';
import type { Workspace } from '../../../protocol/records/organisation.js';
import type {
  RouteDecision,
  SkillSelection,
  StageRun,
  TurnRecord,
} from '../../../protocol/records/work.js';
import { SkillsService } from '../../../skills/skills.service.js';
import { EmployeesService } from '../../../workspaces/employees/employees.service.js';
import { WorkspacesService } from '../../../workspaces/workspaces.service.js';
import { remainingUsd } from '../../domain/budget.js';
import { RunJournal } from '../journal/run-journal.js';
import type { RunSession } from '../journal/run-session.js';
import { routeRequestFor, skillsFor, usableSkills } from './turn-plan.js';
import type { TurnRequest } from './turn-request.js';

/** What the journal keeps of a turn's beginning, so that it goes on as it began. */
export interface RecordedBeginning {
  readonly turnId: string;
  readonly roleId: string;
  readonly purpose: string;
  readonly startedAt: number;
  readonly route: RouteDecision;
  readonly skills: readonly SkillSelection[];
}

/** Chooses skills and a model for a turn and announces it, or finds how it began before. */
@Injectable()
export class TurnBeginning {
  constructor(
    private readonly journal: RunJournal,
    private readonly models: ModelsService,
    private readonly skills: SkillsService,
    private readonly workspaces: WorkspacesService,
    private readonly employees: EmployeesService,
    private readonly ids: Ids,
  ) {}

  /** The running record. Exactly one `turn.started` is announced for it, over all restarts. */
  async begin(
    session: RunSession,
    request: TurnRequest,
    floor: Workspace,
    toolNames: readonly string[],
  ): Promise<TurnRecord> {
    const recorded = session.steps.get(request.key);
    if (recorded !== undefined) {
      return runningTurn(request.stage, recorded.value as RecordedBeginning);
    }
    const usable = usableSkills(request.role, floor.skillIds, this.skills.all());
    const facts = {
      toolNames,
      remainingUsd: remainingUsd(session.budget),
      posture: this.workspaces.postureOf(floor),
    };
    const beginning = {
      turnId: this.ids.next('turn'),
      roleId: request.role.id,
      purpose: request.purpose,
      route: this.models.route(routeRequestFor(request, facts)),
      skills: skillsFor(request, usable),
    };
    return this.announce(session, request, beginning);
  }

  private async announce(
    session: RunSession,
    request: TurnRequest,
    beginning: Omit<RecordedBeginning, 'startedAt'>,
  ): Promise<TurnRecord> {
    let turn: TurnRecord | undefined;
    await this.journal.commit(session, async (commit) => {
      const recorded = { ...beginning, startedAt: commit.at };
      turn = runningTurn(request.stage, recorded);
      commit.step(request.key, 'started', recorded);
      const { id, runId, route } = turn;
      commit.publish({ type: 'routing.decision', runId, turnId: id, route });
      this.employees.change(commit.tx, session.run.workspaceId, request.role.id, {
        status: 'thinking',
        activity: request.purpose,
        currentRunId: runId,
        currentTurnId: id,
        activeSkillIds: beginning.skills.map((skill) => skill.skillId),
        lastRoute: {
          modelId: route.modelId,
          providerId: route.providerId,
          tier: route.tier,
          reason: route.reason,
          at: commit.at,
        },
        lastError: null,
      });
      commit.publish({ type: 'turn.started', turn });
    });
    if (turn === undefined) throw new Error(`turn ${request.key} was not begun`);
    return turn;
  }
}

/** The record of a turn that has begun and not ended. */
export function runningTurn(stage: StageRun, beginning: RecordedBeginning): TurnRecord {
  const { roleId, purpose } = beginning;
  return {
    id: beginning.turnId,
    runId: stage.runId,
    stageId: stage.id,
    employeeId: roleId,
    roleId,
    purpose,
    route: beginning.route,
    status: 'running',
    startedAt: beginning.startedAt,
    endedAt: null,
    usage: noUsage,
    text: '',
    reasoning: null,
    toolCalls: [],
    skills: beginning.skills,
    wroteFiles: [],
    error: null,
  };
}
