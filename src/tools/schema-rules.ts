import { listIn, type Schema, textsIn } from './schema-parts.js';

/** The type that a schema states or implies; undefined: any. */
export function typeOf(schema: Schema): string | undefined {
  const { type, const: only } = schema;
  if (typeof type === 'string') return type;
  const says = (...keywords: readonly string[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  if (says('properties', 'additionalProperties')) return 'object';
  if (says('items', 'prefixItems')) return 'array';
  const values = only === undefined ? listIn(schema, 'enum') : [only];
  const [kind, ...others] = new Set(values.map((value) => typeof value));
  if (kind !== undefined && others.length === 0 && kind !== 'object') return kind;
  if (says('pattern', 'format', 'minLength', 'maxLength')) return 'string';
  return says('minimum', 'maximum') ? 'number' : undefined;
}

/** Keywords for texts that every provider accepts. */
export function stringRules(schema: Schema): Schema {
  const { const: only, format } = schema;
  const choices = new Set(typeof only === 'string' ? [only] : textsIn(schema, 'enum'));
  choices.delete('');
  return {
    ...(choices.size > 0 && { enum: [...choices] }),
    ...(format === 'date-time' && { format }),
    ...wholeCounts(schema, 'minLength', 'maxLength'),
  };
}

/** Keywords for numbers that every provider accepts. */
export function numberRules({ minimum, maximum }: Schema): Schema {
  return {
    ...(isNumber(minimum) && { minimum }),
    ...(isNumber(maximum) && { maximum }),
  };
}

/** Those of the rules that are whole numbers. */
export function wholeCounts(schema: Schema, ...rules: readonly string[]): Schema {
  const counts = rules.flatMap((rule) => {
    const count = schema[rule];
    return isNumber(count) && Number.isInteger(count) && count >= 0 ? [[rule, count]] : [];
  });
  return Object.fromEntries(counts) as Schema;
}

const toldRules = [
  'format',
  'pattern',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'default',
] as const;
const longestRule = 200;

/** Keywords that some providers refuse, in words. */
export function hintsOf(schema: Schema): readonly string[] {
  const { const: only, additionalProperties: rest } = schema;
  const rules = toldRules
    .filter((rule) => schema[rule] !== undefined && schema[rule] !== null)
    .filter((rule) => rule !== 'format' || schema[rule] !== 'date-time')
    .map((rule) => told(rule, schema[rule]));
  const values = only === undefined ? listIn(schema, 'enum') : [only];
  const inSchema = typeOf(schema) === 'string' && values.every((v) => typeof v === 'string');
  return [
    ...rules,
    ...(values.length > 0 && !inSchema ? [told('one of', values)] : []),
    ...(typeof rest === 'object' && rest !== null ? ['takes any names'] : []),
  ];
}

function told(rule: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longestRule ? `${rule}: ${text}` : rule;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
