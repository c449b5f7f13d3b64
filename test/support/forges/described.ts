import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import { fill, type Schema, type Schemas, unknownIn } from './described-answers.js';

export interface Operation {
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

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** A request as the description knows it. */
export interface Matched {
  readonly operation: Operation;
  readonly route: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const formats: Record<string, true | ((text: string) => boolean)> = {
  ...{ uri: isUri, 'date-time': isTime },
  ...{ 'repo.nwo': true, int64: true, uint64: true, email: true },
};
/** A schema is checked a few hundred times at most, so its code is neither inlined nor optimized. */
const cheap = {
  ...{ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } },
  formats,
};

/** The operations of a forge that the office uses, as the forge's published description has them. */
export class Described {
  private readonly ajv = new Ajv({ ...cheap, allErrors: true });
  private readonly coercing = new Ajv({ ...cheap, coerceTypes: true });
  private readonly routes: readonly (Omit<Matched, 'parameters'> & { readonly pattern: RegExp })[];

  constructor(private readonly description: Description) {
    const { components, paths } = description;
    this.ajv.addSchema({ $id: 'forge', components: withNulls(components) as object });
    this.routes = Object.entries(paths).flatMap(([route, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        operation,
        route: `${method.toUpperCase()} ${route}`,
        pattern: new RegExp(`^${route.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      })),
    );
  }

  static read(file: URL): Described {
    return new Described(JSON.parse(readFileSync(file, 'utf8')) as Description);
  }

  /** Null: there is no such operation, or the office is not known to use it. */
  matched(method: string, path: string): Matched | null {
    for (const { operation, route, pattern } of this.routes) {
      const found = route.startsWith(`${method} `) ? pattern.exec(path) : null;
      if (found === null) continue;
      const parameters = Object.entries(found.groups ?? {}).map(
        ([name, value]) => [name, decodeURIComponent(value)] as const,
      );
      return { operation, route, parameters: Object.fromEntries(parameters) };
    }
    return null;
  }

  /** What is wrong with a request; empty: nothing. Unknown fields and parameters are wrong. */
  problemsOf(
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
      const check = this.coercingValidatorOf(parameter.schema);
      if (check({ value })) return [];
      return [`${place} parameter ${name}: ${this.coercing.errorsText(check.errors)}`];
    });
    return [...wrong, ...this.bodyProblems(operation, body)];
  }

  /**
   * An answer as the forge gives it: what must be there and is not given has the least value that
   * the description allows.
   * @throws Error if it is none that the forge could give
   */
  answerOf({ operation, route }: Matched, status: number, given: unknown): string {
    const schema = operation.answers[String(status)];
    if (schema === undefined || schema === null) {
      if (status >= 400) return JSON.stringify(given);
      throw new Error(`${route} never answers ${status} with a body`);
    }
    const { schemas } = this.description.components;
    const unknown = unknownIn(schemas, schema, given);
    if (unknown.length > 0) throw new Error(`${route} ${status} has no ${unknown.join(', ')}`);
    const filled = fill(schemas, schema, given);
    const check = this.validatorOf(schema);
    if (!check(filled)) throw new Error(`${route} ${status}: ${this.ajv.errorsText(check.errors)}`);
    return JSON.stringify(filled);
  }

  private bodyProblems({ body: schema }: Operation, body: unknown): readonly string[] {
    if (schema === null) return body === undefined ? [] : ['a body where there is none'];
    const { schemas } = this.description.components;
    const unknown = unknownIn(schemas, schema, body).map((name) => `unknown field ${name}`);
    const check = this.validatorOf(schema);
    return check(body) ? unknown : [...unknown, this.ajv.errorsText(check.errors)];
  }

  private readonly validatorOf = compiledOnce((schema) => this.ajv.compile(schema));
  private readonly coercingValidatorOf = compiledOnce((value) =>
    this.coercing.compile({ type: 'object', properties: { value } }),
  );
}

function isUri(text: string): boolean {
  return URL.canParse(text.replaceAll(/\{[^}]*\}/g, ''));
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text);
}

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
  return JSON.parse(text.replaceAll('"#/components', '"forge#/components')) as object;
}

/** In words of JSON Schema: `nullable` is one of OpenAPI, and forges write it beside references too. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, withNulls(part)] as const);
  if (!('nullable' in value) || value.nullable !== true) return Object.fromEntries(parts);
  const schema = Object.fromEntries(parts.filter(([key]) => key !== 'nullable'));
  return { anyOf: [{ type: 'null' }, schema] };
}
