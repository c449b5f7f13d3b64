import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly body: Schema | null;
  readonly answers: Readonly<Record<string, Schema | null>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const description = JSON.parse(
  readFileSync(new URL('./description.json', import.meta.url), 'utf8'),
) as Description;

const { schemas } = description.components;
const formats: Record<string, true | ((text: string) => boolean)> = {
  ...{ uri: isUri, 'date-time': isTime },
  ...{ 'repo.nwo': true, int64: true, email: true },
};
/** A schema is checked a few hundred times at most, so its code is neither inlined nor optimized. */
const cheap = {
  strict: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
};
const ajv = new Ajv({ ...cheap, allErrors: true, coerceTypes: false, formats });
ajv.addSchema({ $id: 'github', components: withNulls(description.components) as object });
const coercing = new Ajv({ ...cheap, coerceTypes: true, formats });

function isUri(text: string): boolean {
  return URL.canParse(text.replaceAll(/\{[^}]*\}/g, ''));
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text);
}

/** A request as the description knows it. */
export interface Matched {
  readonly operation: Operation;
  readonly route: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Null: GitHub has no such operation, or the office is not known to use it. */
export function matched(method: string, path: string): Matched | null {
  for (const [route, operations] of Object.entries(description.paths)) {
    const operation = operations[method.toLowerCase()];
    if (operation === undefined) continue;
    const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = route.replaceAll(/\{(\w+)\}/g, '([^/]+)');
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (found === null) continue;
    const parameters = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
    return { operation, route: `${method} ${route}`, parameters };
  }
  return null;
}

/** What is wrong with a request; empty: nothing. Unknown fields and parameters are wrong. */
export function problemsOf(
  { operation, parameters }: Matched,
  query: URLSearchParams,
  body: unknown,
): readonly string[] {
  const known = new Map(operation.parameters.map((each) => [`${each.in} ${each.name}`, each]));
  const given = [
    ...Object.entries(parameters).map(([name, value]) => ['path', name, value] as const),
    ...[...query].map(([name, value]) => ['query', name, value] as const),
  ];
  const wrong = given.flatMap(([place, name, value]) => {
    const parameter = known.get(`${place} ${name}`);
    if (parameter === undefined) return [`unknown ${place} parameter ${name}`];
    const holder = { value };
    const check = coercingValidatorOf(parameter.schema);
    return check(holder)
      ? []
      : [`${place} parameter ${name}: ${coercing.errorsText(check.errors)}`];
  });
  return [...wrong, ...bodyProblems(operation, body)];
}

function bodyProblems({ body: schema }: Operation, body: unknown): readonly string[] {
  if (schema === null) return body === undefined ? [] : ['a body where there is none'];
  const check = validatorOf({ additionalProperties: false, ...schema });
  return check(body) ? [] : [ajv.errorsText(check.errors)];
}

const validatorOf = compiledOnce((schema) => ajv.compile(schema));
const coercingValidatorOf = compiledOnce((value) =>
  coercing.compile({ type: 'object', properties: { value } }),
);

/** Compiles each schema once: that takes longer than most requests. */
function compiledOnce(compile: (schema: object) => ValidateFunction) {
  const known = new Map<string, ValidateFunction>();
  return (schema: Schema): ValidateFunction => {
    const pointed = withPointers(schema);
    const text = JSON.stringify(pointed);
    const compiled = known.get(text) ?? compile(pointed);
    known.set(text, compiled);
    return compiled;
  };
}

function withPointers(schema: Schema): object {
  const text = JSON.stringify(withNulls(schema));
  return JSON.parse(text.replaceAll('"#/components', '"github#/components')) as object;
}

/** In words of JSON Schema: `nullable` is one of OpenAPI, and GitHub writes it beside references too. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, withNulls(part)] as const);
  if (!('nullable' in value) || value.nullable !== true) return Object.fromEntries(parts);
  const schema = Object.fromEntries(parts.filter(([key]) => key !== 'nullable'));
  return { anyOf: [{ type: 'null' }, schema] };
}

/**
 * An answer as GitHub gives it: what is not given has the least value that the description allows.
 * @throws Error if it is none that GitHub could give
 */
export function answerOf({ operation, route }: Matched, status: number, given: unknown): string {
  const schema = operation.answers[String(status)];
  if (schema === undefined || schema === null) {
    if (status >= 400) return JSON.stringify(given);
    throw new Error(`${route} never answers ${status} with a body`);
  }
  const filled = fill(schema, given);
  const check = validatorOf(schema);
  if (!check(filled)) throw new Error(`${route} ${status}: ${ajv.errorsText(check.errors)}`);
  return JSON.stringify(filled);
}

function fill(schema: Schema, given: unknown): unknown {
  const at = resolved(schema);
  if (given === null) return null;
  if (Array.isArray(given)) return given.map((each) => fill(at.items ?? {}, each));
  if (typeof given === 'object') {
    const properties = at.properties ?? {};
    const missing = (at.required ?? []).filter((name) => !(name in given));
    const least = missing.map((name) => [name, leastOf(properties[name] ?? {})]);
    const told = Object.entries(given).map(([name, value]) => [
      name,
      fill(properties[name] ?? {}, value),
    ]);
    return Object.fromEntries([...least, ...told]) as unknown;
  }
  return given ?? leastOf(at);
}

function resolved(schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    return resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  }
  const parts = schema.allOf ?? schema.oneOf?.slice(0, 1) ?? schema.anyOf?.slice(0, 1);
  if (parts === undefined || schema.properties !== undefined) return schema;
  const merged = parts.map(resolved).reduce((all, part) => ({ ...all, ...part }), {});
  return { ...merged, ...(schema.nullable === true && { nullable: true }) };
}

function leastOf(schema: Schema): unknown {
  const at = resolved(schema);
  if (at.nullable === true) return null;
  if (at.enum !== undefined) return at.enum[0];
  switch (at.type) {
    case 'object':
      return fill(at, {});
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'string':
      if (at.format === 'uri') return 'https://github.invalid/';
      return at.format === 'date-time' ? '2026-01-01T00:00:00Z' : '';
    default:
      return at.properties === undefined ? null : fill(at, {});
  }
}
