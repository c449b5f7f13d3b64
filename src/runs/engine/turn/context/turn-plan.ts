import { Injectable } from '@nestjs/common';
import { TurnMemory, type TurnMemoryIndex } from '#memory/turn-memory.js';
import type { ModelMessage, ToolSchema } from '#models/gateway/model-call.js';
import { ModelsService } from '#models/models.service.js';
import { estimateComplexity } from '#models/routing/estimate-complexity.js';
import { familiesJudged } from '#models/routing/model-family.js';
import type { RouteRequest } from '#models/routing/route-request.js';
import { holdsFileTools, taskClassOf, turnText } from '#models/routing/turn-signals.js';
import { StoreRetry } from '#platform/database/store-retry.js';
import { Ids } from '#platform/ids.js';
import type { RoutingPosture } from '#protocol/records/enums.js';
import type { Role, Workspace } from '#protocol/records/organisation.js';
import type { Skill } from '#protocol/records/skills.js';
import type { SkillSelection } from '#protocol/records/skills.js';
import type { StageSpec, TurnRecord } from '#protocol/records/work.js';
import type { RouteDecision } from '#protocol/records/routes.js';
import { selectSkills } from '#skills/select-skills.js';
import { SkillsService } from '#skills/skills.service.js';
import { shownTools } from '#tools/finding/find-tools.js';
import { innateToolNames, innateTools } from '#tools/innate-tools.js';
import { setPlanAlone, setPlanName, setPlanTool } from '#tools/notes/set-plan.tool.js';
import { ToolRegistry } from '#tools/tool-registry.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { remainingUsd } from '../lifecycle/budget.js';
import type { RunSession } from '../../journal/run-session.js';
import { judges, participantsOf, reportsOn } from '../../plan/carried-out.js';
import type { RecordedTurn } from '../../journal/recorded.js';
import type { TurnRequest } from '../../stages/stage-context.js';
import type { CallCeiling } from './prompt-size.js';

/** The messages and tools of a request to a model. */
export interface Prompt {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  readonly ceiling: CallCeiling;
  /** Number of instructions included in the messages; absent: none. */
  readonly instructions?: number;
}

export interface TurnPrompt extends Prompt {
  /** Tokens for the messages of one call. */
  readonly room: number;
}

/** The choices made for a turn before it begins. */
export type TurnPlan = Omit<RecordedTurn, 'startedAt' | 'memory'>;

/** Chooses a turn's model, skills, tools and facts. */
@Injectable()
export class TurnContext {
  constructor(
    private readonly models: ModelsService,
    private readonly skills: SkillsService,
    private readonly workspaces: WorkspacesService,
    private readonly registry: ToolRegistry,
    private readonly memory: TurnMemory,
    private readonly retry: StoreRetry,
    private readonly ids: Ids,
  ) {}

  /**
   * Schemas of the role's registered tools, as shown to models of a floor in a stage.
   * @param choosesStages the stage's plan may ask for stages on demand
   */
  schemasOf(
    floor: string,
    toolNames: readonly string[],
    spec?: StageSpec,
    choosesStages = true,
  ): readonly ToolSchema[] {
    const names = new Set(toolNames);
    const planTool = choosesStages ? setPlanTool : setPlanAlone;
    const known = [...innateTools, planTool, ...this.registry.list()];
    const held = known.filter(({ name }) => names.has(name));
    return shownTools(
      held.map((tool) => tool.on?.(floor) ?? tool),
      spec,
    );
  }

  /** Names of the tools that a role may call: its grants, and the tools of every employee. */
  toolsOf(
    granted: readonly string[],
    { route }: Pick<TurnPlan, 'route'>,
    plans: boolean,
  ): readonly string[] {
    const mayAsk = granted.length > 0 || this.asksForTools(route);
    const planning = plans ? [setPlanName] : [];
    return mayAsk ? [...granted, ...innateToolNames, ...planning] : granted;
  }

  /** True if the chosen model reasons before it answers. */
  reasons({ providerId, modelId }: RouteDecision): boolean {
    return this.models.callable(providerId, modelId)?.model.capabilities.reasoning ?? false;
  }

  /** True if every model of a route can call tools. */
  private asksForTools(route: RouteDecision): boolean {
    return [route, ...route.fallbacks].every(
      ({ providerId, modelId }) =>
        this.models.callable(providerId, modelId)?.model.capabilities.tools ?? false,
    );
  }

  async plan(
    session: RunSession,
    request: TurnRequest,
    tools: readonly ToolSchema[],
    before?: Pick<TurnRecord, 'route' | 'skills'>,
  ): Promise<TurnPlan> {
    const { purpose, role, stage } = request;
    const floor = floorOf(session);
    const posture = await this.retry.persist(
      () => this.workspaces.postureOf(floor),
      session.haltSignal,
    );
    const usable = skillsAt(session, request.role, this.skills.all());
    const facts = {
      toolNames: tools.map((tool) => tool.name),
      remainingUsd: remainingUsd(session.budget),
      posture,
      avoidedFamilies: familiesJudged(
        role.id,
        stage.spec.mode === 'review-loop' ? participantsOf(stage) : [],
        session.settledTurns().map(([, turn]) => turn),
        session.run.stages,
      ),
    };
    const begun = { turnId: this.ids.next('turn'), roleId: role.id, purpose };
    // A continued conversation keeps its model, whose cache holds it.
    if (before !== undefined && this.isCallable(before.route)) {
      return { ...begun, route: before.route, skills: before.skills };
    }
    const route = this.models.route(routeRequestFor(request, facts));
    return { ...begun, route, skills: skillsFor(request, usable) };
  }

  private isCallable({ providerId, modelId }: RouteDecision): boolean {
    return this.models.callable(providerId, modelId) !== null;
  }

  /** The facts relevant to the turn. */
  remember(session: RunSession, request: TurnRequest): Promise<TurnMemoryIndex> {
    const query = `${request.knowledge.brief}\n${request.purpose}`.trim();
    const reader = { workspaceId: session.run.workspaceId, roleId: request.role.id };
    return this.retry.persist(() => this.memory.index(reader, query), session.haltSignal);
  }
}

/** @throws if the floor is closed */
export function floorOf({ floor, run }: RunSession): Workspace {
  if (floor === null) throw new Error(`the floor ${run.workspaceId} is gone`);
  return floor;
}

function textOf({ knowledge: { brief, objective }, purpose }: TurnRequest): string {
  return turnText({ brief, purpose, objective });
}

/**
 * Skills that a role may use on a floor, in the role's order; a role with none of the floor's
 * skills may use them all.
 */
export function usableSkills(
  role: Role,
  enabledIds: readonly string[],
  skills: readonly Skill[],
): readonly Skill[] {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const pick = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const own = pick(role.skillIds.filter((id) => enabledIds.includes(id)));
  return own.length > 0 ? own : pick(enabledIds);
}

/**
 * Skills that a role may use in a run: those of the floor, then those in folders of the workspace.
 */
export function skillsAt(
  { floor, facts }: Pick<RunSession, 'floor' | 'facts'>,
  role: Role,
  skills: readonly Skill[],
): readonly Skill[] {
  const own = usableSkills(role, floor?.skillIds ?? [], skills);
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...(facts?.skills ?? []).filter(({ id }) => !known.has(id))];
}

export function skillsFor(
  request: TurnRequest,
  usable: readonly Skill[],
): readonly SkillSelection[] {
  const selected = selectSkills({
    usable,
    taskClass: taskClassOf(request.stage.spec.kind),
    text: textOf(request),
  });
  return needsNone(request) ? selected.filter(({ via }) => via === 'keyword') : selected;
}

/**
 * True if a skill is loaded only when it is named: in reviews of documentation alone, and in
 * reports on reviewed work.
 */
function needsNone({ stage, role, knowledge }: TurnRequest): boolean {
  const { instruction } = stage.spec;
  if (judges(stage, role.id)) return areTexts(knowledge.filesWritten);
  const { stageSummaries } = knowledge;
  return instruction !== undefined && reportsOn(['review'], stage.spec, stageSummaries);
}

const documentation = /\.(?:adoc|md|mdx|rst|txt)$/i;

/** True if only documentation was changed. */
function areTexts(paths: readonly string[]): boolean {
  return paths.length > 0 && paths.every((path) => documentation.test(path));
}

/** The skill whose body a turn is shown. */
export function loadedSkill(
  usable: readonly Skill[],
  selected: readonly SkillSelection[],
): Skill | undefined {
  return usable.find(({ id }) => id === selected[0]?.skillId);
}

interface RoutingFacts {
  readonly toolNames: readonly string[];
  /** USD. */
  readonly remainingUsd: number;
  readonly posture: RoutingPosture;
  readonly avoidedFamilies: readonly string[];
}

/** The routing request of a turn. */
export function routeRequestFor(request: TurnRequest, facts: RoutingFacts): RouteRequest {
  const { role, stage, turnIndex, knowledge } = request;
  return {
    taskClass: taskClassOf(stage.spec.kind),
    complexity: estimateComplexity({
      stageKind: stage.spec.kind,
      text: textOf(request),
      turnIndex,
      holdsFileTools: holdsFileTools(facts.toolNames),
      filesWritten: knowledge.filesWritten.length,
      seniority: role.seniority,
    }),
    policy: role.modelPolicy,
    requiresTools: facts.toolNames.length > 0,
    budgetRemainingUsd: facts.remainingUsd,
    posture: facts.posture,
    avoidedFamilies: facts.avoidedFamilies,
  };
}
