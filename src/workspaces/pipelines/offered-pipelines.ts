import type { Pipeline } from '../../protocol/records/work.js';
import { defaultPipelines } from './default-pipelines.js';

/**
 * The pipelines a floor can run: the shipped ones it enables, or all of them when its list matches
 * none, then those of plugins.
 *
 * An id belongs to whoever had it first. A plugin therefore never stands in for a shipped pipeline,
 * not even for one that this floor has switched off.
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
