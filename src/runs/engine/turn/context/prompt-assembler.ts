import { Injectable } from '@nestjs/common';
import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import { estimateTokens } from '#models/gateway/estimate-tokens.js';
import type { PromptBlock, ToolSchema } from '#models/gateway/model-call.js';
import { ModelsService } from '#models/models.service.js';
import { checkResults } from '#protocol/rules/check-states.js';
import type { StageKind } from '#protocol/records/enums.js';
import type { Role } from '#protocol/records/organisation.js';
import type { CommandEvidence } from '#protocol/records/evidence.js';
import type { SkillSelection } from '#protocol/records/skills.js';
import type { Run, StageRun, TurnRecord } from '#protocol/records/work.js';
import type { WorkPlan } from '#protocol/records/work-plan.js';
import type { RouteDecision } from '#protocol/records/routes.js';
import { documentIds } from '#runs/history/run-documents.js';
import { SkillsService } from '#skills/skills.service.js';
import { commandEvidence } from '../../command-evidence.js';
import type { KeptConversation } from '../../journal/recorded.js';
import type { RunSession } from '../../journal/run-session.js';
import { participantsOf, plansWork, reportsOn } from '../../plan/carried-out.js';
import { buildersFor } from '../../plan/check-plan.js';
import { Prompts } from '../../prompts/prompts.js';
import type { TurnRequest } from '../../stages/stage-context.js';
import { systemPrompt } from './prompt-sections.js';
import {
  blocksFit,
  callCeiling,
  fitBlocks,
  fullRoom,
  inputRoom,
  scaledRoom,
} from './prompt-size.js';
import { floorOf, loadedSkill, skillsAt, type TurnPlan, type TurnPrompt } from './turn-plan.js';
import {
  continuation,
  type PlanningFacts,
  userPrompt,
  type UserPromptFacts,
} from './user-prompt.js';

/** An ended turn and its conversation, which another turn continues. */
export interface EarlierConversation {
  readonly turn: TurnRecord;
  readonly kept: KeptConversation;
}

/** Stages whose work a report describes. */
const work: readonly StageKind[] = ['build', 'review'];

/** Share of the room for the request; the rest is for the conversation. */
const requestPart = 0.6;

/** Shares of the room for material that are tried in turn. */
const roomParts = [1, 0.5, 0.25, 0.1, 0.03];

/** Assembles the messages at the start of a turn (docs/how-work-is-done.md). */
@Injectable()
export class PromptAssembler {
  constructor(
    private readonly prompts: Prompts,
    private readonly models: ModelsService,
    private readonly skills: SkillsService,
  ) {}

  assemble(
    session: RunSession,
    request: TurnRequest,
    { route, skills: selected }: TurnPlan,
    memory: TurnMemoryIndex,
    tools: readonly ToolSchema[],
  ): TurnPrompt {
    const { role } = request;
    const models = this.modelsOf(route);
    const ceiling = callCeiling(models, role.modelPolicy.maxOutputTokens);
    const room = inputRoom(models, ceiling.tokensOutMax, tools);
    const system = this.system(session, request);
    const forRequest = Math.floor(room * requestPart) - estimateTokens(system);
    const facts = this.facts(session, request, selected, memory, tools);
    const blocks = this.fitted(facts, forRequest);
    return {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: blocks.map(({ text }) => text).join(''), blocks },
      ],
      tools,
      instructions: session.instructions.length,
      ceiling,
      room,
    };
  }

  /** The next message of a continued conversation; earlier messages stay unchanged. */
  goOn(
    session: RunSession,
    request: TurnRequest,
    { route }: Pick<TurnPlan, 'route'>,
    { turn, kept }: EarlierConversation,
  ): TurnPrompt {
    const { role, stage } = request;
    const { messages, tools, heard } = kept;
    const models = this.modelsOf(route);
    const ceiling = callCeiling(models, role.modelPolicy.maxOutputTokens);
    const place = session.run.stages.findIndex(({ id }) => id === turn.stageId);
    const content = continuation(this.prompts, {
      ...request,
      spec: stage.spec,
      participants: this.participants(session, stage),
      room: fullRoom,
      isSameStage: turn.stageId === stage.id,
      seen: session.run.stages.slice(0, place + 1).map((_, index) => documentIds.stage(index)),
      plan: planSince(turn, session.run),
      notes: session.notes(place + 1),
      checks: checkResults(session.run),
    });
    return {
      messages: [...messages, { role: 'user', content }],
      tools,
      instructions: heard,
      ceiling,
      room: inputRoom(models, ceiling.tokensOutMax, tools),
    };
  }

  private participants(session: RunSession, stage: StageRun): readonly Role[] {
    const { org } = floorOf(session);
    return participantsOf(stage).flatMap((id) => org.roles.find((one) => one.id === id) ?? []);
  }

  private system(session: RunSession, { stage, knowledge }: TurnRequest): string {
    const { org } = floorOf(session);
    const { workspacePath } = session.run;
    const reports = reportsOn(work, stage.spec, knowledge.stageSummaries);
    return systemPrompt(this.prompts, { org, workspacePath, reports });
  }

  /** With as much of each material as fits. */
  private fitted(facts: Omit<UserPromptFacts, 'room'>, tokens: number): readonly PromptBlock[] {
    for (const part of roomParts) {
      const blocks = userPrompt(this.prompts, { ...facts, room: scaledRoom(fullRoom, part) });
      if (blocksFit(blocks, tokens)) return blocks;
    }
    const least = { ...facts, room: scaledRoom(fullRoom, roomParts.at(-1) ?? 0) };
    return fitBlocks(userPrompt(this.prompts, least), tokens);
  }

  private facts(
    session: RunSession,
    request: TurnRequest,
    selected: readonly SkillSelection[],
    memory: TurnMemoryIndex,
    tools: readonly ToolSchema[],
  ): Omit<UserPromptFacts, 'room'> {
    const { role, stage } = request;
    const { org } = floorOf(session);
    const usable = skillsAt(session, role, this.skills.all());
    return {
      ...request,
      org,
      usableSkills: usable,
      loadedSkill: loadedSkill(usable, selected),
      spec: stage.spec,
      reports: reportsOn(work, stage.spec, request.knowledge.stageSummaries),
      participants: this.participants(session, stage),
      plan: stage.spec.kind === 'plan' ? null : (session.run.workPlan ?? null),
      planning: planningFacts(session, stage, role),
      checks: checkResults(session.run),
      role,
      toolNames: tools.map((tool) => tool.name),
      memory,
      place: session.facts,
      notes: session.notes(),
      repository: session.repositoryBrief ?? '',
      files: session.run.stages[0]?.id === stage.id ? (session.facts?.files ?? []) : [],
      evidence: stage.spec.kind === 'report' ? evidenceOf(session) : null,
      earlierRun: session.earlier,
      commented: session.run.commented ?? [],
      instructions: session.instructions,
    };
  }

  private modelsOf(route: RouteDecision) {
    return [route, ...route.fallbacks].flatMap(
      ({ providerId, modelId }) => this.models.callable(providerId, modelId)?.model ?? [],
    );
  }
}

/**
 * The plan, if it was changed after a conversation's last turn began; null: the conversation holds
 * it.
 */
function planSince({ startedAt }: TurnRecord, { workPlan, workPlanAt = 0 }: Run): WorkPlan | null {
  return workPlanAt > startedAt ? (workPlan ?? null) : null;
}

/** A planner's choices; null: the stage sets no plan. */
function planningFacts(session: RunSession, stage: StageRun, planner: Role): PlanningFacts | null {
  const { run } = session;
  if (!plansWork(stage, run)) return null;
  return {
    builders: buildersFor(planner, floorOf(session).org.roles),
    onDemand: run.stages.flatMap(({ spec }) => (spec.onDemand === true ? [spec] : [])),
  };
}

/** In the order of stages and turns, which is stable across restarts. */
function evidenceOf(session: RunSession): readonly CommandEvidence[] {
  const ids = session.run.stages.flatMap((stage) => stage.turnIds);
  return commandEvidence(
    ids.flatMap((id) => session.turn(id) ?? []),
    session.run.checks,
  );
}
