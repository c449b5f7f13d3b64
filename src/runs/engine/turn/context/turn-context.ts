import { Injectable } from '@nestjs/common';
import { TurnMemory, type TurnMemoryIndex } from '../../../../memory/turn-memory.js';
import type { ModelMessage, ToolSchema } from '../../../../models/gateway/model-call.js';
import { ModelsService } from '../../../../models/models.service.js';
import { StoreRetry } from '../../../../platform/database/store-retry.js';
import { Ids } from '../../../../platform/ids.js';
import type { Workspace } from '../../../../protocol/records/organisation.js';
import type { RouteDecision } from '../../../../protocol/records/work.js';
import { SkillsService } from '../../../../skills/skills.service.js';
import { schemaOf } from '../../../../tools/schema-of.js';
import { ToolRegistry } from '../../../../tools/tool-registry.js';
import { WorkspacesService } from '../../../../workspaces/workspaces.service.js';
import { remainingUsd } from '../../../domain/budget.js';
import type { RunSession } from '../../journal/run-session.js';
import type { RecordedTurn } from '../../steps/recorded.js';
import type { TurnRequest } from '../lifecycle/turn-request.js';
import { type CallCeiling, callCeiling } from './call-ceiling.js';
import { systemPrompt } from './system-prompt.js';
import { routeRequestFor, skillsFor, usableSkills } from './turn-plan.js';
import { userPrompt } from './user-prompt.js';

/** What a model is asked with, apart from what the turn adds. */
export interface Prompt {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  readonly ceiling: CallCeiling;
}

/** What is chosen for a turn before it begins. */
export type TurnPlan = Omit<RecordedTurn, 'startedAt' | 'memory'>;

/** Chooses model and skills of a turn, and assembles what the model is shown. */
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

  /** Of the tools that a role holds, those that are registered. */
  schemasOf(toolNames: readonly string[]): readonly ToolSchema[] {
    return toolNames.flatMap((name) => this.registry.get(name) ?? []).map(schemaOf);
  }

  plan(session: RunSession, request: TurnRequest, tools: readonly ToolSchema[]): TurnPlan {
    const floor = this.floor(session);
    const usable = usableSkills(request.role, floor.skillIds, this.skills.all());
    const facts = {
      toolNames: tools.map((tool) => tool.name),
      remainingUsd: remainingUsd(session.budget),
      posture: this.workspaces.postureOf(floor),
    };
    return {
      turnId: this.ids.next('turn'),
      roleId: request.role.id,
      purpose: request.purpose,
      route: this.models.route(routeRequestFor(request, facts)),
      skills: skillsFor(request, usable),
    };
  }

  /** The facts that fit the turn. */
  remember(session: RunSession, request: TurnRequest): Promise<TurnMemoryIndex> {
    const query = `${request.knowledge.brief}\n${request.purpose}`.trim();
    const reader = { workspaceId: session.run.workspaceId, roleId: request.role.id };
    return this.retry.persist(() => this.memory.index(reader, query), session.haltSignal);
  }

  prompt(
    session: RunSession,
    request: TurnRequest,
    { route, skills }: TurnPlan,
    memory: TurnMemoryIndex,
    tools: readonly ToolSchema[],
  ): Prompt {
    const { role, stage } = request;
    const { org, skillIds } = this.floor(session);
    const system = systemPrompt({
      role,
      org,
      workspacePath: session.run.workspacePath,
      usableSkills: usableSkills(role, skillIds, this.skills.all()),
      selected: skills,
    });
    const user = userPrompt({
      repository: session.repositoryBrief ?? '',
      knowledge: request.knowledge,
      transcript: request.transcript,
      spec: stage.spec,
      participants: org.roles.filter(({ id }) => stage.participantRoleIds.includes(id)),
      purpose: request.purpose,
      toolNames: tools.map((tool) => tool.name),
      memory,
    });
    return {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      tools,
      ceiling: callCeiling(this.modelsOf(route), role.modelPolicy.maxOutputTokens),
    };
  }

  private modelsOf(route: RouteDecision) {
    return [route, ...route.fallbacks].flatMap(
      ({ providerId, modelId }) => this.models.callable(providerId, modelId)?.model ?? [],
    );
  }

  private floor({ run }: RunSession): Workspace {
    const floor = this.workspaces.find(run.workspaceId);
    if (floor === undefined) throw new Error(`the floor ${run.workspaceId} is gone`);
    return floor;
  }
}
