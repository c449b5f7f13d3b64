import { anyObject } from '../../platform/text/foreign-fields.js';
import type { ToolArguments, ToolParameters } from '../../tools/tool.js';
import { mayBeNull } from '../../tools/nullable.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * The arguments without nulls that may be left out and are not allowed: models send null for
 * unspecified arguments, and servers refuse it.
 */
export function withoutNulls(args: ToolArguments, parameters: ToolParameters): ToolArguments {
  return cleanedObject(args, parameters, parameters);
}

function cleanedObject(value: Json, schema: Json, root: Json): Json {
  const properties = objectIn(schema['properties']);
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const kept = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (described === undefined) return [[name, part]];
    const leftOut = part === null && !required.includes(name) && !mayBeNull(described, root);
    return leftOut ? [] : [[name, cleanedValue(part, described, root)]];
  });
  return Object.fromEntries(kept);
}

function cleanedValue(value: unknown, described: unknown, root: Json): unknown {
  const schema = objectIn(described);
  if (Array.isArray(value)) {
    return value.map((part: unknown) => cleanedValue(part, schema['items'], root));
  }
  const data = anyObject.safeParse(value).data;
  return data === undefined ? value : cleanedObject(data, schema, root);
}

function objectIn(value: unknown): Json {
  return anyObject.safeParse(value).data ?? {};
}
