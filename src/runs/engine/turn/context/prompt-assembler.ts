import { Injectable } from '@nestjs/common';
import type { TurnMemoryIndex } from '../../../../memory/turn-memory.js';
import type { ToolSchema } from '../../../../models/gateway/model-call.js';
import { ModelsService } from '../../../../models/models.service.js';
import type { RouteDecision } from '../../../../protocol/records/work.js';
import { SkillsService } from '../../../../skills/skills.service.js';
import { WorkspacesService } from '../../../../workspaces/workspaces.service.js';
import type { RunSession } from '../../journal/run-session.js';
import { Prompts } from '../../prompts/prompts.js';
import type { TurnRequest } from '../lifecycle/turn-request.js';
import { callCeiling } from './call-ceiling.js';
import { fullRoom } from './prompt-room.js';
import { systemPrompt } from './system-prompt.js';
import type { Prompt, TurnPlan } from './turn-context.js';
import { bestSkill, usableSkills } from './turn-plan.js';
import { userPrompt } from './user-prompt.js';

/** Assembles what a model is shown when a turn begins (docs/how-work-is-done.md). */
@Injectable()
export class PromptAssembler {
  constructor(
    private readonly prompts: Prompts,
    private readonly models: ModelsService,
    private readonly skills: SkillsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  assemble(
    session: RunSession,
    request: TurnRequest,
    { route, skills: selected }: TurnPlan,
    memory: TurnMemoryIndex,
    tools: readonly ToolSchema[],
  ): Prompt {
    const { role, stage, knowledge, transcript, purpose } = request;
    const { workspaceId, workspacePath } = session.run;
    const floor = this.workspaces.find(workspaceId);
    if (floor === undefined) throw new Error(`the floor ${workspaceId} is gone`);
    const { org, skillIds } = floor;
    const usable = usableSkills(role, skillIds, this.skills.all());
    const blocks = userPrompt(this.prompts, {
      role,
      org,
      usableSkills: usable,
      bestSkill: bestSkill(request, usable, selected),
      knowledge,
      transcript,
      spec: stage.spec,
      participants: org.roles.filter(({ id }) => stage.participantRoleIds.includes(id)),
      purpose,
      toolNames: tools.map((tool) => tool.name),
      memory,
      room: fullRoom,
    });
    return {
      messages: [
        { role: 'system', content: systemPrompt(this.prompts, { org, workspacePath }) },
        { role: 'user', content: blocks.map(({ text }) => text).join(''), blocks },
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
}
