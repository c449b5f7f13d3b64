import { limits } from '../../protocol/limits.js';
import type { StageSpec } from '../../protocol/records/work.js';
import { purposeTexts } from '../../protocol/texts/purposes.js';
import { costOf, statedPrice } from '../catalogue/stated-prices.js';
import { estimateComplexity } from './estimate-complexity.js';
import { routeTurn } from './route-turn.js';
import type { RoutingInputs } from './routing-inputs.js';
import { holdsFileTools, taskClassOf, turnText } from './turn-signals.js';

/** A brief before it is submitted. */
interface PlannedRun {
  readonly brief: string;
  readonly stages: readonly StageSpec[];
  readonly limitUsd: number;
  /** Works on stages on demand too. */
  readonly full?: boolean;
}

/** What the instructions of the office and of a stage take, and the schema of a tool. */
const instructionTokens = 1200;
const toolTokens = 70;

const charactersOfToken = 4;

/**
 * An estimate of what the first turn of a run costs at least, USD: its instructions, tools and brief
 * with the smallest answer, at the stated price of the model that it would go to; null: nobody would
 * take it.
 */
export function firstTurnUsd(run: PlannedRun, inputs: RoutingInputs): number | null {
  const { brief, stages, limitUsd, full = false } = run;
  const stage = stages.find(
    ({ onDemand, whenTags = [] }) => (full || onDemand !== true) && whenTags.length === 0,
  );
  const role = inputs.roles.find(({ id }) => id === stage?.roleIds[0]);
  if (stage === undefined || role === undefined) return null;
  const purpose = purposeTexts.carryOut(stage.name);
  const { providerId, modelId } = routeTurn(
    {
      taskClass: taskClassOf(stage.kind),
      complexity: estimateComplexity({
        stageKind: stage.kind,
        text: turnText({ brief, purpose, objective: null }),
        turnIndex: 0,
        holdsFileTools: holdsFileTools(role.allowedTools),
        filesWritten: 0,
        seniority: role.seniority,
      }),
      policy: role.modelPolicy,
      requiresTools: role.allowedTools.length > 0,
      budgetRemainingUsd: limitUsd,
      posture: inputs.posture,
    },
    inputs.table,
  );
  const model = inputs.table.models.find(
    (each) => each.id === modelId && each.providerId === providerId,
  );
  if (model === undefined) return null;
  const tools = role.allowedTools.length * toolTokens;
  const tokensIn = instructionTokens + tools + Math.ceil(brief.length / charactersOfToken);
  return costOf(statedPrice(model), { tokensIn, tokensOut: limits.minOutputTokens });
}

/**
 * The cheapest of these pipelines, where the office chooses one; null: the ceiling pays a first
 * turn, or none costs anything.
 */
export function tooLittleFor(
  run: Omit<PlannedRun, 'stages'>,
  pipelines: readonly { readonly stages: readonly StageSpec[] }[],
  inputs: RoutingInputs,
): number | null {
  const costs = pipelines.flatMap(({ stages }) => firstTurnUsd({ ...run, stages }, inputs) ?? []);
  const least = Math.min(...costs);
  return Number.isFinite(least) && least > run.limitUsd ? least : null;
}
