import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import type { ToolParameters } from './tool.js';

/**
 * A foreign schema in the form shown to models: all its texts are sanitised, including names and
 * choices. Undefined if it exceeds `max` characters or nests too deep; reads no more than that.
 */
export function shownSchema(schema: object, max: number): ToolParameters | undefined {
  if (!mayFit(schema, max)) return undefined;
  try {
    const shown = withCleanTexts(schema) as ToolParameters;
    return JSON.stringify(shown).length <= max ? shown : undefined;
  } catch {
    // Nested too deep to be walked.
    return undefined;
  }
}

/** True if texts and values alone fit; reads at most `max` of them. */
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
