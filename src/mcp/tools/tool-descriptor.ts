import { z } from 'zod';
import { cleaned } from '../../platform/text/cleaned.js';
import { anyObject, anything, lenient } from '../../platform/text/foreign-fields.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { shownSchema } from '../../tools/shown-schema.js';
import type { ToolParameters } from '../../tools/tool.js';
import type { McpLimits } from '../mcp-limits.js';

/** A tool's description from its server, shortened for prompts. */
export interface ToolDescriptor {
  /** Name on the wire. */
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolParameters;
  /** According to its server a call may arrive twice: it only reads, or is idempotent. */
  readonly repeatable?: true;
}

/** Longer names are refused. */
const nameCharacters = 256;

const entrySchema = z.object({
  name: z.string().refine(isUsable),
  description: lenient(z.string()),
  inputSchema: anything,
  annotations: anything,
});

/** Reads an entry of a tool list; null if it names no tool. */
export function readDescriptor(entry: unknown, limits: McpLimits): ToolDescriptor | null {
  const read = entrySchema.safeParse(entry);
  if (!read.success) return null;
  const { name, description, inputSchema, annotations } = read.data;
  return {
    name,
    description: describe(description, limits.descriptionCharacters),
    parameters: capSchema(inputSchema, limits.schemaCharacters),
    ...(saysRepeatable(annotations) && { repeatable: true }),
  };
}

const hints = z.object({ readOnlyHint: anything, idempotentHint: anything });

function saysRepeatable(annotations: unknown): boolean {
  const { readOnlyHint, idempotentHint } = hints.safeParse(annotations).data ?? {};
  return readOnlyHint === true || idempotentHint === true;
}

/**
 * Names are shown to people and models, so they must not contain line ends, or invisible or
 * confusable characters.
 */
function isUsable(name: string): boolean {
  return name.trim() !== '' && name.length <= nameCharacters && shownName(name) === name;
}

function describe(description = '', max: number): string {
  return cleaned(description.trim(), max, mcpTexts.truncated(max)).trim();
}

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
