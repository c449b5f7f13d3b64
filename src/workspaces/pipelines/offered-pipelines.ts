import type { Pipeline } from '../../protocol/records/work.js';
import { defaultPipelines } from './default-pipelines.js';

/**
 * The pipelines of a floor: the shipped ones it enables (all, if its list matches none), then
 * plugins'. An id belongs to the first that has it, so a plugin never replaces a shipped pipeline,
 * even a disabled one.
 */
export function offeredPipelines(
  pipelineIds: readonly string[],
  pluginPipelines: readonly Pipeline[],
): readonly Pipeline[] {
  const enabled = defaultPipelines.filter(({ id }) => pipelineIds.includes(id));
  const shipped = enabled.length > 0 ? enabled : defaultPipelines;
  return [...shipped, ...withFreeIds(pluginPipelines)];
}

function withFreeIds(pluginPipelines: readonly Pipeline[]): Pipeline[] {
  const taken = new Set(defaultPipelines.map(({ id }) => id));
  const free: Pipeline[] = [];
  for (const pipeline of pluginPipelines) {
    if (taken.has(pipeline.id)) continue;
    taken.add(pipeline.id);
    free.push(pipeline);
  }
  return free;
}
