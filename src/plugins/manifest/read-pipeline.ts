import { stageKinds, stageModes } from '../../protocol/records/enums.js';
import type { Pipeline, StageSpec } from '../../protocol/records/work.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Warn } from './findings.js';
import { countOf, memberOf, objectOf, present, shown, textOf, textsOf } from './json-values.js';
import type { JsonObject } from './json-values.js';

/**
 * A pipeline that a plugin offers to every floor. One stage that could not run drops the whole: a
 * pipeline with a hole in it is not what its author meant.
 */
export function readPipeline(item: JsonObject, at: string, warn: Warn): Pipeline | null {
  const id = textOf(item.id);
  const name = textOf(item.name);
  if (id === undefined || name === undefined || !Array.isArray(item.stages)) {
    warn(manifestTexts.pipelineIncomplete(at));
    return null;
  }
  const stages: StageSpec[] = [];
  for (const [index, entry] of item.stages.entries()) {
    const stage = readStage(entry);
    if (typeof stage === 'string') {
      warn(manifestTexts.pipelineStage(at, id, index, stage));
      return null;
    }
    stages.push(stage);
  }
  if (stages.length === 0) {
    warn(manifestTexts.pipelineEmpty(at, id));
    return null;
  }
  return { id, name, description: textOf(item.description) ?? '', stages };
}

/** The stage, or why it cannot run. */
function readStage(entry: unknown): StageSpec | string {
  const item = objectOf(entry);
  if (item === null) return manifestTexts.stageNotObject;
  const name = textOf(item.name);
  if (name === undefined) return manifestTexts.stageNeedsName;
  const kind = memberOf(stageKinds, item.kind);
  if (kind === undefined) return manifestTexts.stageKind(shown(item.kind));
  const mode = memberOf(stageModes, item.mode);
  if (mode === undefined) return manifestTexts.stageMode(shown(item.mode));
  const roleIds = textsOf(item.roleIds);
  if (roleIds.length === 0) return manifestTexts.stageRoles;
  return { kind, name, roleIds, mode, ...readOptions(item) };
}

function readOptions(item: JsonObject): Partial<StageSpec> {
  const tags = textsOf(item.whenTags);
  return present({
    rounds: countOf(item.rounds, 1),
    maxIterations: countOf(item.maxIterations, 1),
    instruction: textOf(item.instruction),
    produces: textOf(item.produces),
    optional: item.optional === true ? true : undefined,
    whenTags: tags.length > 0 ? tags : undefined,
  });
}
