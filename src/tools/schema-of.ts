import type { ToolSchema } from '../models/gateway/model-call.js';
import type { Tool } from './tool.js';

const known = new WeakMap<Tool, ToolSchema>();

/**
 * The schema of a tool for models: the same object for the same tool, so what follows from it
 * keeps.
 */
export function schemaOf(tool: Tool): ToolSchema {
  const schema = known.get(tool);
  if (schema !== undefined) return schema;
  const { name, description, parameters } = tool;
  const made = { name, description, parameters };
  known.set(tool, made);
  return made;
}
