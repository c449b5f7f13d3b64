import { isPlainObject } from '../../platform/config/entry-values.js';
import { sanitizeOutput } from '../../tools/sanitize-output.js';
import type { ToolParameters } from '../../tools/tool.js';

const noArguments: ToolParameters = { type: 'object', properties: {} };

/** What is written for a reader, and not for the check of a value. */
const prose = new Set(['description', 'title', '$comment']);

/**
 * The schema a model is shown for a tool's arguments (behaviour-plugins.md 4.3). One that is no
 * object schema becomes the schema of no arguments; one that is too large, or too deep to write
 * down, keeps its type and its description.
 */
export function capSchema(schema: unknown, maxCharacters: number): ToolParameters {
  if (!isPlainObject(schema)) return noArguments;
  const text = serialise(schema);
  if (text !== undefined && text.length <= maxCharacters) {
    return { ...(JSON.parse(text) as ToolParameters), type: 'object' };
  }
  const { description } = schema;
  if (typeof description !== 'string' || description.length > maxCharacters) {
    return { type: 'object' };
  }
  return { type: 'object', description: sanitizeOutput(description) };
}

/** Undefined when the nesting is too deep. */
function serialise(schema: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return JSON.stringify(schema, (key, value: unknown) =>
      prose.has(key) && typeof value === 'string' ? sanitizeOutput(value) : value,
    );
  } catch {
    return undefined;
  }
}
