import { cleaned } from '../../platform/text/cleaned.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { shownSchema } from '../../tools/shown-schema.js';
import type { ToolParameters } from '../../tools/tool.js';

const noArguments: ToolParameters = { type: 'object', properties: {} };

/**
 * The schema a model is shown for a tool's arguments. One that is no object schema becomes the
 * schema of no arguments; one that is too large, or too deep to write down, keeps its type and its
 * description.
 */
export function capSchema(given: unknown, maxCharacters: number): ToolParameters {
  const { data: schema } = anyObject.safeParse(given);
  if (schema === undefined) return noArguments;
  const shown = shownSchema(schema, maxCharacters);
  if (shown !== undefined) return { ...shown, type: 'object' };
  const { description } = schema;
  if (typeof description !== 'string' || description.length > maxCharacters) {
    return { type: 'object' };
  }
  return { type: 'object', description: cleaned(description, maxCharacters) };
}
