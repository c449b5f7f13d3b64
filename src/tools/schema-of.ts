import type { ToolSchema } from '../models/model-call.js';
import type { Tool } from './tool.js';

const known = new WeakMap<Tool, ToolSchema>();

/** What a model is told of a tool: the same object for the same tool, so what follows from it keeps. */
export function schemaOf(tool: Tool): ToolSchema {
  const schema = known.get(tool);
  if (schema !== undefined) return schema;
  const { name, description, parameters } = tool;
  const made = { name, description, parameters };
  known.set(tool, made);
  return made;
}
