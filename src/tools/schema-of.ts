import { isDeepStrictEqual } from 'node:util';
import type { ToolSchema } from '../models/gateway/model-call.js';
import { portableSchema } from './portable-schema.js';
import { fittedDescription } from './tool-description.js';
import type { Tool } from './tool.js';

const known = new WeakMap<Tool, ToolSchema>();

/**
 * A tool as models are shown it, in a form that every vendor takes: the same object for the same
 * tool, so what follows from it keeps.
 */
export function schemaOf(tool: Tool): ToolSchema {
  const schema = known.get(tool);
  if (schema !== undefined) return schema;
  const { name, description, parameters, shown = parameters } = tool;
  const common = portableSchema(shown);
  const withMaps = portableSchema(shown, { maps: true });
  const hasMaps = !isDeepStrictEqual(withMaps, common);
  const made = {
    name,
    description: fittedDescription(description),
    parameters: common,
    ...(hasMaps && { withMaps }),
  };
  known.set(tool, made);
  return made;
}
