import { estimateComplexity } from '../../../../models/routing/estimate-complexity.js';
import type { RouteRequest } from '../../../../models/routing/route-request.js';
import { taskClassOf } from '../../../../models/routing/task-class-of.js';
import { holdsFileTools, turnText } from '../../../../models/routing/turn-signals.js';
import type { RoutingPosture } from '../../../../protocol/records/enums.js';
import type { Role } from '../../../../protocol/records/organisation.js';
import type { Skill } from '../../../../protocol/records/skills.js';
import type { SkillSelection } from '../../../../protocol/records/work.js';
import { bestFitting, selectSkills } from '../../../../skills/select-skills.js';
import type { TurnRequest } from '../lifecycle/turn-request.js';

function textOf({ knowledge: { brief, objective }, purpose }: TurnRequest): string {
  return turnText({ brief, purpose, objective });
}

/**
 * Skills a role may use on a floor, in the role's order; a role that has none of the floor's
 * skills may use all of them.
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

export function skillsFor(
  request: TurnRequest,
  usable: readonly Skill[],
): readonly SkillSelection[] {
  const taskClass = taskClassOf(request.stage.spec.kind);
  return selectSkills({ usable, taskClass, text: textOf(request) });
}

/** Of the chosen skills the one that fits the turn best: its body is shown. */
export function bestSkill(
  request: TurnRequest,
  usable: readonly Skill[],
  selected: readonly SkillSelection[],
): Skill | undefined {
  const chosen = usable.filter(({ id }) => selected.some(({ skillId }) => skillId === id));
  return bestFitting(chosen, taskClassOf(request.stage.spec.kind), textOf(request));
}

export interface RoutingFacts {
  readonly toolNames: readonly string[];
  /** USD. */
  readonly remainingUsd: number;
  readonly posture: RoutingPosture;
}

/** What the router is asked for a turn. */
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
  };
}
