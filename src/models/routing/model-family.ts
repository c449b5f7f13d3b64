import type { ModelSpec } from '../../protocol/records/models.js';
import type { StageRun, TurnRecord } from '../../protocol/records/work.js';
import type { RouteRequest } from './route-request.js';

/** Makers whose models have several names. The first that fits names a distilled model's maker. */
const families: readonly (readonly [name: string, models: RegExp])[] = [
  ['deepseek', /deepseek/],
  ['claude', /claude/],
  ['gpt', /gpt|codex|^o\d/],
  ['gemini', /gemini|gemma/],
  ['mistral', /mistral|mixtral|codestral|devstral|magistral|ministral|pixtral/],
  ['qwen', /qwen|qwq|qvq/],
  ['llama', /llama/],
  ['kimi', /kimi|moonshot/],
  ['command', /^(?:command|north)/],
];

/** The family of a model by its id: models of one are likely to share blind spots. */
export function familyOf(modelId: string): string {
  const name = modelId.toLowerCase().split('/').at(-1) ?? '';
  const known = families.find(([, models]) => models.test(name));
  return known?.[0] ?? /^[a-z]+/.exec(name)?.[0] ?? name;
}

/**
 * Families of the models that built what a role judges: those of build stages and of turns that wrote
 * files, by others than the judges. None for a role that does not judge.
 */
export function familiesJudged(
  roleId: string,
  judges: readonly string[],
  turns: readonly TurnRecord[],
  stages: readonly StageRun[],
): readonly string[] {
  if (!judges.includes(roleId)) return [];
  const builds = (stageId: string) =>
    stages.some(({ id, spec }) => id === stageId && spec.kind === 'build');
  const built = turns.filter(
    (turn) => !judges.includes(turn.roleId) && (builds(turn.stageId) || turn.wroteFiles.length > 0),
  );
  return [...new Set(built.map(({ servedBy, route }) => familyOf((servedBy ?? route).modelId)))];
}

export function isAvoided({ id }: ModelSpec, { avoidedFamilies = [] }: RouteRequest): boolean {
  return avoidedFamilies.includes(familyOf(id));
}
