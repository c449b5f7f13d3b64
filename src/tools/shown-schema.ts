import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import type { ToolParameters } from './tool.js';

/**
 * A foreign tool's schema as models may be shown it: every text in it, names and choices included,
 * without what acts on its reader. Undefined when it takes more than `max` characters to write
 * down, of which no more are looked at, or nests too deep.
 */
export function shownSchema(schema: object, max: number): ToolParameters | undefined {
  if (!mayFit(schema, max)) return undefined;
  try {
    const shown = withCleanTexts(schema) as ToolParameters;
    return JSON.stringify(shown).length <= max ? shown : undefined;
  } catch {
    // Nested deeper than can be walked.
    return undefined;
  }
}

/** Whether the texts and values alone fit; looks at `max` of them at most. */
function mayFit(schema: object, max: number): boolean {
  const waiting: unknown[] = [schema];
  let characters = 0;
  while (waiting.length > 0 && characters <= max) {
    const value = waiting.pop();
    characters += 1 + (typeof value === 'string' ? value.length : 0);
    if (Array.isArray(value)) waiting.push(...(value.slice(0, max) as unknown[]));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value).slice(0, max)) waiting.push(name, part);
    }
  }
  return characters <= max;
}

function withCleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeOutput(value);
  if (Array.isArray(value)) return value.map(withCleanTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [sanitizeOutput(name), withCleanTexts(part)]),
  );
}
