import { cleaned } from '../../platform/text/cleaned.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { shownSchema } from '../../tools/shown-schema.js';
import type { ToolParameters } from '../../tools/tool.js';

const noArguments: ToolParameters = { type: 'object', properties: {} };

/**
 * A tool's schema for models. A schema that is not an object becomes one without arguments; one
 * that is too large or deep keeps only type and description.
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
