import { METHOD_NOT_FOUND } from '@modelcontextprotocol/client';
import { anyObject, objectIn } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { type McpClient, McpRequestError } from '../connection/mcp-client.js';
import type { McpLimits } from '../mcp-limits.js';
import { readDescriptor, type ToolDescriptor } from './tool-descriptor.js';

/** A server's tools, and remarks about missing ones. */
interface ToolListing {
  readonly tools: readonly ToolDescriptor[];
  readonly notes: readonly string[];
}

/**
 * Reads the list page by page within the limits; the time covers all pages. A server without this
 * request has no tools.
 */
export async function listTools(
  client: McpClient,
  limits: McpLimits,
  timeoutMs: number,
): Promise<ToolListing> {
  const tools: ToolDescriptor[] = [];
  const notes: string[] = [];
  const dueAt = performance.now() + timeoutMs;
  let cursor: string | undefined;
  for (let page = 0; page < limits.toolListPages && tools.length <= limits.tools; page += 1) {
    const left = Math.max(1, Math.round(dueAt - performance.now()));
    const answer = await askForPage(client, cursor, left);
    for (const entry of answer.entries) {
      const tool = readDescriptor(entry, limits);
      if (tool === null) notes.push(mcpTexts.notATool);
      else if (client.sendsHeaders && !hasValidHeaders(schemaIn(entry))) {
        notes.push(mcpTexts.invalidHeaders(tool.name));
      } else if (tools.push(tool) > limits.tools) break;
    }
    cursor = answer.cursor;
    if (cursor === undefined) break;
  }
  if (tools.length > limits.tools) notes.push(mcpTexts.tooManyTools(limits.tools));
  else if (cursor !== undefined) notes.push(mcpTexts.tooManyPages(limits.toolListPages));
  return { tools: tools.slice(0, limits.tools), notes: [...new Set(notes)] };
}

function schemaIn(entry: unknown): unknown {
  return anyObject.safeParse(entry).data?.['inputSchema'];
}

interface Page {
  readonly entries: readonly unknown[];
  readonly cursor: string | undefined;
}

async function askForPage(
  client: McpClient,
  cursor: string | undefined,
  timeoutMs: number,
): Promise<Page> {
  try {
    const { tools, nextCursor } = await client.listTools(cursor, { timeoutMs });
    return {
      entries: Array.isArray(tools) ? (tools as readonly unknown[]) : [],
      cursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
    };
  } catch (error) {
    const unknown = error instanceof McpRequestError && error.code === METHOD_NOT_FOUND;
    if (!unknown) throw error;
    return { entries: [], cursor: undefined };
  }
}

const annotation = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Keywords with schemas, none of which may be annotated. */
const otherSchemas = [
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
];

/** The same, with schemas by name. */
const namedSchemas = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/**
 * True if a tool's schema declares argument headers (2026-07-28) correctly: each the name of a
 * header, once, on a plain property. Other tools are left out.
 */
export function hasValidHeaders(inputSchema: unknown): boolean {
  return isValid(inputSchema, new Set(), 'root');
}

/** `property`: reached through property names only. */
type Place = 'root' | 'property' | 'other';

function isValid(given: unknown, names: Set<string>, place: Place): boolean {
  const { data: schema } = anyObject.safeParse(given);
  if (schema === undefined) return true;
  const isAnnotated = Object.hasOwn(schema, annotation);
  if (isAnnotated && !(place === 'property' && isValidHeader(schema, names))) return false;
  const inner = place === 'other' ? 'other' : 'property';
  const others = [
    ...otherSchemas.flatMap((keyword) => schema[keyword]),
    ...namedSchemas.flatMap((keyword) => valuesIn(schema[keyword])),
  ];
  return (
    valuesIn(schema['properties']).every((part) => isValid(part, names, inner)) &&
    others.every((part) => isValid(part, names, 'other'))
  );
}

function isValidHeader(property: Readonly<Record<string, unknown>>, names: Set<string>): boolean {
  const name = property[annotation];
  if (typeof name !== 'string' || !token.test(name) || !types.includes(property['type'])) {
    return false;
  }
  const isNew = !names.has(name.toLowerCase());
  names.add(name.toLowerCase());
  return isNew;
}

function valuesIn(value: unknown): unknown[] {
  return Object.values(objectIn(value));
}
