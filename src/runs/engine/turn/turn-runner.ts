import { Injectable } from '@nestjs/common';
import { TurnMemory, type TurnMemoryIndex } from '../../../memory/turn-memory.js';
import { ModelsService } from '../../../models/models.service.js';
import type { ToolSchema } from '../../../models/model-call.js';
import { StorePatience } from '../../../platform/database/store-patience.js';
import type { Workspace } from '../../../protocol/records/organisation.js';
import type { RouteDecision, TurnRecord } from '../../../protocol/records/work.js';
import { SkillsService } from '../../../skills/skills.service.js';
import { ToolGrants } from '../../../tools/tool-grants.js';
import { schemaOf } from '../../../tools/schema-of.js';
import { ToolRegistry } from '../../../tools/tool-registry.js';
import { WorkspacesService } from '../../../workspaces/workspaces.service.js';
import { FloorSlots, noSlot } from '../floor-slots.js';
import type { RunSession } from '../journal/run-session.js';
import { callCeiling } from './call-ceiling.js';
import { systemPrompt } from './prompt/system-prompt.js';
import { userPrompt } from './prompt/user-prompt.js';
import { type Prompt, ToolLoop } from './tool-loop.js';
import type { TurnAtWork } from './turn-at-work.js';
import { TurnBeginning } from './turn-beginning.js';
import { usableSkills } from './turn-plan.js';
import { memoryKeyOf, type TurnRequest } from './turn-request.js';
import { TurnSettlement } from './turn-settlement.js';

/**
 * One employee's turn, from a free place on the floor to the settled record. A turn that is
 * recorded is not run again; one that was cut off goes on where its journal ends.
 */
@Injectable()
export class TurnRunner {
  constructor(
    private readonly slots: FloorSlots,
    private readonly beginning: TurnBeginning,
    private readonly loop: ToolLoop,
    private readonly settlement: TurnSettlement,
    private readonly memory: TurnMemory,
    private readonly patience: StorePatience,
    private readonly models: ModelsService,
    private readonly skills: SkillsService,
    private readonly registry: ToolRegistry,
    private readonly grants: ToolGrants,
    private readonly workspaces: WorkspacesService,
  ) {}

  /**
   * Null: the run was cancelled before the turn could begin. One that had begun is settled all the
   * same, so that each `turn.started` has its `turn.finished` (decisions.md D31).
   */
  async run(session: RunSession, request: TurnRequest): Promise<TurnRecord | null> {
    const settled = session.settledTurn(request.key);
    if (settled !== undefined) return settled;
    await this.grants.arrived();
    const { workspaceId } = session.run;
    const free = await this.slots.acquire(workspaceId, session.signal);
    session.throwIfHalted();
    const slot = free ?? (session.hasBegun(request.key) ? noSlot : null);
    if (slot === null) return null;
    try {
      const floor = this.floor(workspaceId);
      const grantedTools = this.grants.grantedTo(request.role);
      const schemas = this.schemasOf(grantedTools);
      const names = schemas.map((schema) => schema.name);
      const record = await this.beginning.begin(session, request, floor, names);
      const { modelPolicy: policy } = request.role;
      const writtenPaths = [...request.knowledge.filesWritten];
      const memory = await this.remember(session, request);
      const begun = { session, request, workspaceId, record, grantedTools, policy, slot };
      return await this.work({ ...begun, memory, writtenPaths }, floor, schemas);
    } finally {
      slot.release();
    }
  }

  private async work(
    turn: TurnAtWork,
    floor: Workspace,
    schemas: readonly ToolSchema[],
  ): Promise<TurnRecord> {
    const finished = await this.loop.run(turn, this.prompt(turn, floor, schemas));
    return this.settlement.settle(turn, finished);
  }

  /** A continued turn is shown the facts it was shown before. */
  private async remember(session: RunSession, request: TurnRequest): Promise<TurnMemoryIndex> {
    const recorded = session.steps.get(memoryKeyOf(request.key));
    if (recorded !== undefined) return recorded.value as TurnMemoryIndex;
    const query = `${request.knowledge.brief}\n${request.purpose}`.trim();
    const reader = { workspaceId: session.run.workspaceId, roleId: request.role.id };
    return this.patience.persist(() => this.memory.index(reader, query), session.haltSignal);
  }

  private prompt(turn: TurnAtWork, floor: Workspace, tools: readonly ToolSchema[]): Prompt {
    const { request, session, record, memory } = turn;
    const { role, stage } = request;
    const system = systemPrompt({
      role,
      org: floor.org,
      workspacePath: session.run.workspacePath,
      usableSkills: usableSkills(role, floor.skillIds, this.skills.all()),
      selected: record.skills,
    });
    const user = userPrompt({
      knowledge: request.knowledge,
      transcript: request.transcript,
      spec: stage.spec,
      participants: floor.org.roles.filter(({ id }) => stage.participantRoleIds.includes(id)),
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
      ceiling: callCeiling(this.modelsOf(record.route), turn.policy.maxOutputTokens),
      note: { key: memoryKeyOf(request.key), value: memory },
    };
  }

  private modelsOf(route: RouteDecision) {
    return [route, ...route.fallbacks].flatMap(
      ({ providerId, modelId }) => this.models.callable(providerId, modelId)?.model ?? [],
    );
  }

  private schemasOf(toolNames: readonly string[]): readonly ToolSchema[] {
    return toolNames.flatMap((name) => this.registry.get(name) ?? []).map(schemaOf);
  }

  private floor(workspaceId: string): Workspace {
    const floor = this.workspaces.find(workspaceId);
    if (floor === undefined) throw new Error(`the floor ${workspaceId} is gone`);
    return floor;
  }
}
