import { isDeepStrictEqual } from 'node:util';
import type { ToolSchema } from '../models/gateway/model-call.js';
import { portableSchema } from './portable-schema.js';
import { fittedDescription } from './tool-description.js';
import type { Tool } from './tool.js';

const known = new WeakMap<Tool, ToolSchema>();

/**
 * A tool's schema in a form that every provider accepts; memoised by tool, so derived values can be
 * cached.
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
