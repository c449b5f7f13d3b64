import { limits } from '../../protocol/limits.js';
import type { Role } from '../../protocol/records/organisation.js';
import type { Pipeline, StageSpec } from '../../protocol/records/work.js';
import { isWanted } from '../../protocol/rules/is-wanted.js';
import { pickPipeline } from '../../protocol/rules/pick-pipeline.js';
import { passesUsd } from '../../protocol/rules/usd.js';
import { purposeTexts } from '../../protocol/texts/purposes.js';
import { costOf, statedPrice } from '../catalogue/stated-prices.js';
import { estimateComplexity } from './estimate-complexity.js';
import { routeTurn } from './route-turn.js';
import type { RoutingInputs } from './routing-inputs.js';
import { holdsFileTools, taskClassOf, turnText } from './turn-signals.js';

/** A brief before it is submitted. */
interface PlannedRun {
  readonly brief: string;
  readonly limitUsd: number;
  /** The pipeline that was named. */
  readonly pipelineId?: string | undefined;
  /** It continues an ended run. */
  readonly continues?: boolean;
  /** Works on stages on demand too. */
  readonly full?: boolean;
}

/** What a run costs at least, USD. */
export interface LeastCost {
  /** The pipeline's name. */
  readonly pipeline: string;
  /** The turns that it cannot do without. */
  readonly turns: number;
  readonly firstUsd: number;
  readonly usd: number;
}

/** Tokens of the instructions of office and stage; tokens of a tool's schema. */
const instructionTokens = 1200;
const toolTokens = 70;

const charactersOfToken = 4;

/**
 * The lowest possible cost of the run, if its ceiling is lower; null: the ceiling is sufficient, or
 * the cost is unknown. The pipeline is chosen as at submission. Whether the folder holds code is not
 * known here, so the cheaper choice counts.
 */
export function tooLittleFor(
  run: PlannedRun,
  offered: readonly Pipeline[],
  inputs: RoutingInputs,
): LeastCost | null {
  const picked = [true, false].flatMap(
    (holdsCode) => pickPipeline({ ...run, holdsCode }, offered)?.pipeline ?? [],
  );
  const costs = [...new Set(picked)].map((pipeline) => leastCost(run, pipeline, inputs));
  const known = costs.filter((cost) => cost !== null);
  // The unknown cost may be the lowest.
  if (known.length < costs.length) return null;
  const [least] = known.toSorted((one, other) => one.usd - other.usd);
  return least !== undefined && passesUsd(least.usd, run.limitUsd) ? least : null;
}

/**
 * The lowest possible cost of a run of this pipeline. Each turn that every run has is counted with
 * its instructions, tools and brief and the smallest answer, at the price of the model that routing
 * chooses. Null: no model can be chosen for a turn.
 */
export function leastCost(
  run: PlannedRun,
  pipeline: Pick<Pipeline, 'name' | 'stages'>,
  inputs: RoutingInputs,
): LeastCost | null {
  const costs: number[] = [];
  let usd = 0;
  for (const { stage, roleId } of leastTurns(run, pipeline.stages)) {
    const role = inputs.roles.find(({ id }) => id === roleId);
    const cost = role && turnUsd(run.brief, stage, role, run.limitUsd - usd, inputs);
    if (cost === undefined || cost === null) return null;
    costs.push(cost);
    usd += cost;
  }
  const [firstUsd] = costs;
  if (firstUsd === undefined) return null;
  return { pipeline: pipeline.name, turns: costs.length, firstUsd, usd };
}

interface LeastTurn {
  readonly stage: StageSpec;
  readonly roleId: string;
}

/** The turns that every run of these stages has. */
function leastTurns(
  { brief, full = false }: PlannedRun,
  stages: readonly StageSpec[],
): readonly LeastTurn[] {
  const isMet = (stage: StageSpec) =>
    isWanted({ brief, full }, stage) && (full || (stage.whenTags ?? []).length === 0);
  return stages.flatMap((stage, place) => {
    const isPlanned = stages.slice(0, place).some(({ kind }) => kind === 'plan');
    return isMet(stage)
      ? leastSpeakers(stage, isPlanned && !full).map((roleId) => ({ stage, roleId }))
      : [];
  });
}

/** A plan may leave a build or a review to one employee. */
function leastSpeakers({ mode, kind, roleIds }: StageSpec, isPlanned: boolean): readonly string[] {
  const one = roleIds.slice(0, 1);
  if (mode === 'single') return one;
  if (mode === 'debate') return [...roleIds, ...one];
  return isPlanned && (kind === 'build' || mode === 'review-loop') ? one : roleIds;
}

/** Null: no model would take it. */
function turnUsd(
  brief: string,
  { kind, name }: StageSpec,
  { allowedTools, seniority, modelPolicy: policy }: Role,
  budgetUsd: number,
  { table, posture }: RoutingInputs,
): number | null {
  const purpose = purposeTexts.carryOut(name);
  const { providerId, modelId } = routeTurn(
    {
      taskClass: taskClassOf(kind),
      complexity: estimateComplexity({
        stageKind: kind,
        text: turnText({ brief, purpose, objective: null }),
        turnIndex: 0,
        holdsFileTools: holdsFileTools(allowedTools),
        filesWritten: 0,
        seniority,
      }),
      policy,
      requiresTools: allowedTools.length > 0,
      budgetRemainingUsd: Math.max(0, budgetUsd),
      posture,
    },
    table,
  );
  const model = table.models.find((each) => each.id === modelId && each.providerId === providerId);
  if (model === undefined) return null;
  const tools = allowedTools.length * toolTokens;
  const tokensIn = instructionTokens + tools + Math.ceil(brief.length / charactersOfToken);
  return costOf(statedPrice(model), { tokensIn, tokensOut: limits.minOutputTokens });
}
