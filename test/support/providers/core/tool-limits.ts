import { type DialectProblem, openAiSchema, type SchemaDialect } from './schema-dialects.js';
import type { Json } from './provider-rules.js';

/** A tool, independent of the dialect. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string | null | undefined;
  /** JSON schema of the arguments; absent = none. */
  readonly schema?: Json | null | undefined;
}

export interface ToolLimits {
  readonly most: number;
  readonly namePattern: RegExp;
  readonly nameLength: number;
  readonly descriptionLength: number;
  /** True if nested objects must declare their properties too. */
  readonly nestedProperties: boolean;
  /** Further checks of a schema. */
  readonly dialect?: SchemaDialect;
}

/** The problem of a list of tools. */
export type ToolProblem =
  | { readonly kind: 'too-many'; readonly count: number }
  | { readonly kind: 'name'; readonly index: number; readonly name: string }
  | { readonly kind: 'name-length'; readonly index: number; readonly name: string }
  | { readonly kind: 'duplicate'; readonly index: number; readonly name: string }
  | { readonly kind: 'description-length'; readonly index: number; readonly length: number }
  | { readonly kind: 'not-an-object'; readonly index: number; readonly name: string }
  | ({ readonly kind: 'keyword'; readonly index: number; readonly name: string } & DialectProblem)
  | {
      readonly kind: 'schema';
      /** The missing keyword, of an object or an array. */
      readonly missing: 'properties' | 'items';
      readonly index: number;
      readonly name: string;
      /** Its position in the schema. */
      readonly path: readonly string[];
    };

export const commonLimits: ToolLimits = {
  most: 128,
  namePattern: /^[a-zA-Z0-9_-]+$/,
  nameLength: 64,
  descriptionLength: 1024,
  nestedProperties: false,
};

export const openAiLimits: ToolLimits = { ...commonLimits, dialect: openAiSchema };

/** The first violation of the limits; null if there is none. */
export function toolProblem(
  tools: readonly ToolDefinition[],
  limits: ToolLimits = openAiLimits,
): ToolProblem | null {
  if (tools.length > limits.most) return { kind: 'too-many', count: tools.length };
  const names = tools.map(({ name }) => name);
  for (const [index, tool] of tools.entries()) {
    if (names.indexOf(tool.name) < index) return { kind: 'duplicate', index, name: tool.name };
    const problem = problemOf(tool, index, limits);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf(tool: ToolDefinition, index: number, limits: ToolLimits): ToolProblem | null {
  const { name, description, schema } = tool;
  if (!limits.namePattern.test(name)) return { kind: 'name', index, name };
  if (name.length > limits.nameLength) return { kind: 'name-length', index, name };
  const length = description?.length ?? 0;
  if (length > limits.descriptionLength) return { kind: 'description-length', index, length };
  if (schema === undefined || schema === null) return null;
  if (schema['type'] !== 'object') return { kind: 'not-an-object', index, name };
  const foreign = limits.dialect?.(schema, []) ?? null;
  if (foreign !== null) return { kind: 'keyword', index, name, ...foreign };
  const found = schemaProblem(schema, [], limits.nestedProperties);
  return found === null ? null : { kind: 'schema', index, name, ...found };
}

interface SchemaProblem {
  readonly missing: 'properties' | 'items';
  readonly path: readonly string[];
}

function schemaProblem(
  schema: unknown,
  path: readonly string[],
  nested: boolean,
): SchemaProblem | null {
  if (typeof schema !== 'object' || schema === null) return null;
  const { type, properties, items } = schema as Json;
  if (type === 'array' && items === undefined) return { missing: 'items', path };
  const mustSay = path.length === 0 || nested;
  if (type === 'object' && properties === undefined && mustSay) {
    return { missing: 'properties', path };
  }
  for (const [name, child] of Object.entries((properties ?? {}) as Json)) {
    const found = schemaProblem(child, [...path, 'properties', name], nested);
    if (found !== null) return found;
  }
  return schemaProblem(items, [...path, 'items'], nested);
}
