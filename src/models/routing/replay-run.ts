import type { RoutingPosture } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { Role } from '../../protocol/records/organisation.js';
import type { RunDetail, StageRun, TurnRecord, UsageRecord } from '../../protocol/records/work.js';
import type { RouteDecision } from '../../protocol/records/routes.js';
import { familiesJudged } from './model-family.js';
import { estimateComplexity } from './estimate-complexity.js';
import { routeTurn } from './route-turn.js';
import type { RoutingInputs } from './routing-inputs.js';
import { holdsFileTools, taskClassOf, turnText } from './turn-signals.js';

/** A stored turn with its present route. */
export interface ReplayedTurn {
  readonly turn: TurnRecord;
  readonly stageName: string;
  readonly route: RouteDecision;
  /** Cost of the turn's tokens on the new route; null if unknown. */
  readonly costUsd: number | null;
}

/** Cost of these tokens with a model, USD. */
type CostAt = (model: ModelSpec, usage: UsageRecord) => number;

/**
 * Routes the turns of a stored run again, with present policies, models and prices, and recorded
 * texts, files and spend. Turns of removed roles are left out.
 */
export function replayRun(
  run: RunDetail,
  inputs: RoutingInputs,
  posture: RoutingPosture,
  costAt: CostAt,
): ReplayedTurn[] {
  const turns = run.turns.toSorted((a, b) => a.startedAt - b.startedAt);
  return turns.flatMap((turn, index) => {
    const role = inputs.roles.find(({ id }) => id === turn.roleId);
    const stage = run.stages.find(({ id }) => id === turn.stageId);
    if (role === undefined || stage === undefined) return [];
    const earlier = turns.slice(0, index);
    const route = routeAgain({ run, turn, role, stage, earlier }, inputs, posture);
    const model = inputs.models.find(
      ({ id, providerId }) => id === route.modelId && providerId === route.providerId,
    );
    const cost = model === undefined ? null : costAt(model, turn.usage);
    return [{ turn, stageName: stage.spec.name, route, costUsd: cost }];
  });
}

interface Moment {
  readonly run: RunDetail;
  readonly turn: TurnRecord;
  readonly role: Role;
  readonly stage: StageRun;
  /** Turns that began earlier. */
  readonly earlier: readonly TurnRecord[];
}

function routeAgain(moment: Moment, inputs: RoutingInputs, posture: RoutingPosture): RouteDecision {
  const { run, turn, role, stage, earlier } = moment;
  const over = earlier.filter(({ endedAt }) => endedAt !== null && endedAt <= turn.startedAt);
  const files = new Set(over.flatMap(({ wroteFiles }) => wroteFiles));
  const spent = over.reduce((sum, { usage }) => sum + usage.costUsd, 0);
  const { brief } = run;
  // The objective is made by the intake stage, so that stage has none.
  const objective = stage.spec.kind === 'intake' ? null : run.objective;
  return routeTurn(
    {
      taskClass: taskClassOf(stage.spec.kind),
      complexity: estimateComplexity({
        stageKind: stage.spec.kind,
        text: turnText({ brief, purpose: turn.purpose, objective }),
        turnIndex: turnIndexOf(moment),
        holdsFileTools: holdsFileTools(role.allowedTools),
        filesWritten: files.size,
        seniority: role.seniority,
      }),
      policy: role.modelPolicy,
      requiresTools: role.allowedTools.length > 0,
      budgetRemainingUsd: Math.max(0, run.budget.limitUsd - spent),
      posture,
      avoidedFamilies: familiesJudged(role.id, judgesOf(stage), over, run.stages),
    },
    inputs.table,
  );
}

/** A role's turns in a stage are counted; producers join a review after its first pass. */
function turnIndexOf({ turn, stage, earlier }: Moment): number {
  const before = earlier.filter(
    ({ stageId, roleId }) => stageId === turn.stageId && roleId === turn.roleId,
  ).length;
  return stage.spec.roleIds.includes(turn.roleId) ? before : before + 1;
}

function judgesOf({ spec, participantRoleIds }: StageRun): readonly string[] {
  if (spec.mode !== 'review-loop') return [];
  return participantRoleIds.length > 0 ? participantRoleIds : spec.roleIds;
}
