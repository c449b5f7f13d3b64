import { anyObject } from '../../platform/text/foreign-fields.js';

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

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return anyObject.safeParse(value).data ?? {};
}
