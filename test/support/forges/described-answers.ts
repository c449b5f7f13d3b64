/** Of OpenAPI, as far as forges describe themselves. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly format?: string;
  readonly minLength?: number;
  readonly minProperties?: number;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Names of fields that no part of a schema knows. */
export function unknownIn(schemas: Schemas, schema: Schema, given: unknown): readonly string[] {
  const parts = partsOf(schemas, schema);
  if (Array.isArray(given)) {
    const items = { anyOf: parts.flatMap((part) => part.items ?? []) };
    return given.flatMap((each) => unknownIn(schemas, items, each));
  }
  if (typeof given !== 'object' || given === null) return [];
  const isFree = parts.every(({ properties }) => properties === undefined);
  if (isFree || parts.some(({ additionalProperties: more }) => more ?? false)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const known = parts.flatMap(({ properties }) => properties?.[name] ?? []);
    if (known.length === 0) return [name];
    return unknownIn(schemas, { anyOf: known }, value).map((below) => `${name}.${below}`);
  });
}

/** What a schema is made of, without its references. */
function partsOf(schemas: Schemas, schema: Schema): readonly Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) return partsOf(schemas, targetOf(schemas, $ref));
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap((each) => partsOf(schemas, each))];
}

function targetOf(schemas: Schemas, pointer: string): Schema {
  return schemas[pointer.split('/').at(-1) ?? ''] ?? {};
}

/** What is required and not given has the least value that the schema allows. */
export function fill(schemas: Schemas, schema: Schema, given: unknown): unknown {
  const at = resolved(schemas, schema);
  if (given === null) return null;
  if (Array.isArray(given)) return given.map((each) => fill(schemas, at.items ?? {}, each));
  if (typeof given === 'object') {
    const properties = at.properties ?? {};
    const missing = (at.required ?? []).filter((name) => !(name in given));
    const least = missing.map((name) => [name, leastOf(schemas, properties[name] ?? {})]);
    const told = Object.entries(given).map(([name, value]) => [
      name,
      fill(schemas, properties[name] ?? {}, value),
    ]);
    return Object.fromEntries([...least, ...told]) as unknown;
  }
  return given ?? leastOf(schemas, at);
}

function resolved(schemas: Schemas, schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolved(schemas, targetOf(schemas, schema.$ref));
  const parts = schema.allOf ?? schema.oneOf?.slice(0, 1) ?? schema.anyOf?.slice(0, 1);
  if (parts === undefined || schema.properties !== undefined) return schema;
  const merged = parts.reduce<Schema>((all, part) => ({ ...all, ...resolved(schemas, part) }), {});
  return { ...merged, ...(schema.nullable === true && { nullable: true }) };
}

function leastOf(schemas: Schemas, schema: Schema): unknown {
  const at = resolved(schemas, schema);
  if (at.nullable === true) return null;
  if (at.enum !== undefined) return at.enum[0];
  switch (at.type) {
    case 'object':
      return fill(schemas, at, {});
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'string':
      if (at.format === 'uri') return 'https://forge.invalid/';
      return at.format === 'date-time' ? '2026-01-01T00:00:00Z' : '';
    default:
      return at.properties === undefined ? null : fill(schemas, at, {});
  }
}
