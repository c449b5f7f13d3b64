import type { ToolParameters } from '../../tools/tool.js';
import { pluginLimits } from '../plugin-limits.js';

const anything: ToolParameters = { type: 'object', properties: {} };

/**
 * The schema of a plugin's tool as models are shown it: an object schema of bearable size, or one
 * that takes anything. It is never compiled here: a pattern in it could hold up the whole office.
 */
export function toolParameters(told: Readonly<Record<string, unknown>>): ToolParameters {
  if (told.type !== 'object') return anything;
  return spelledLength(told) <= pluginLimits.toolSchemaCharacters ? told : anything;
}

/** Infinity for what is nested too deep to be written down. */
function spelledLength(value: object): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Infinity;
  }
}
