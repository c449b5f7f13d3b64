import fc from 'fast-check';
import { hostileText, hostileValue } from '../hostile-json.js';
import { likelyFor } from './likely-values.js';

/** The part of JSON Schema that the interface documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Records below this depth are arbitrary. */
const deepest = 4;

const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5, 4, 1e308, -0, 2 ** 53, Number.MAX_VALUE),
  fc.integer({ min: -5, max: 50 }),
);

/** Returns generators of mostly valid values for schemas that refer to these records. */
export function recordsFrom(schemas: () => Readonly<Record<string, Schema>>) {
  function resolved(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return resolved(schemas()[name] ?? {});
  }

  function valueOf(schema: Schema, depth = 0, name?: string): fc.Arbitrary<unknown> {
    if (depth > deepest) return hostileValue;
    const { const: only, enum: some, anyOf, allOf, type, items, properties } = resolved(schema);
    if (only !== undefined) return fc.constant(only);
    if (some !== undefined) return fc.constantFrom(...some);
    const [first] = allOf ?? [];
    if (first !== undefined) return valueOf(first, depth, name);
    if (anyOf !== undefined)
      return fc.oneof(...anyOf.map((each) => valueOf(each, depth + 1, name)));
    if (properties !== undefined) return objectOf(resolved(schema), depth);
    if (items !== undefined) return fc.array(valueOf(items, depth + 1, name), { maxLength: 3 });
    const types = [type ?? []].flat().map((each) => plain(each, name));
    return types.length > 0 ? fc.oneof(...types) : hostileValue;
  }

  function objectOf({ properties = {}, required = [] }: Schema, depth: number) {
    const fields = Object.entries(properties).map(
      ([name, schema]) =>
        [
          name,
          fc.oneof(
            { weight: 19, arbitrary: valueOf(schema, depth + 1, name) },
            { weight: 1, arbitrary: hostileValue },
          ),
        ] as const,
    );
    const own = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] as never[] });
    const odd = fc.constantFrom<object>(
      { extra: 1 },
      { constructor: { prototype: { polluted: 1 } } },
      JSON.parse('{"__proto__":{"polluted":1}}') as object,
    );
    return fc.oneof(
      { weight: 9, arbitrary: own },
      { weight: 1, arbitrary: fc.tuple(own, odd).map(([each, more]) => ({ ...each, ...more })) },
    );
  }

  return { resolved, valueOf: (schema: Schema) => valueOf(schema) };
}

function plain(type: string, name = ''): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean();
  if (type === 'number' || type === 'integer') return numbers;
  if (type === 'null') return fc.constant(null);
  if (type !== 'string') return hostileValue;
  const likely = likelyFor(name);
  if (likely === undefined) return hostileText;
  return fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: hostileText });
}
