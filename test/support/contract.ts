import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2020, type AnySchema, type CodeOptions, type ValidateFunction } from 'ajv/dist/2020.js';
import { repositoryRoot } from './run-program.js';

/** Schema of the answer to a request without a described operation. */
const refusal = '/components/schemas/Refusal';

const json = 'application/json';

/** An answer or frame that does not match the documents in `docs/api`. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

export interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, { readonly schema: AnySchema }> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

export interface HttpDocument {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, AnySchema> };
}

export interface SocketDocument {
  readonly components: {
    readonly messages: Record<string, { readonly payload: AnySchema }>;
    readonly schemas: Record<string, AnySchema>;
  };
}

export const httpDocument = lazily(() => read<HttpDocument>('openapi'));
export const socketDocument = lazily(() => read<SocketDocument>('asyncapi'));

/** The checked parts of an answer. */
export interface CheckedAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/**
 * Fails if the answer of an operation, or the refusal of an unknown one under `/api/`, does not
 * match the OpenAPI document: invalid JSON, an undocumented status, a wrong type, an extra or
 * missing field.
 */
export function checkAnswer(method: string, path: string, answer: CheckedAnswer): void {
  const { pathname } = new URL(path, 'http://office');
  const what = `${method} ${pathname} answered ${answer.status}`;
  if (isOtherThanJson(method, pathname, answer)) return;
  const pointer = pointerOf(method, pathname, answer.status, what);
  if (pointer === null) return;
  if (!answer.contentType?.startsWith(json)) {
    throw new ContractError(`${what} with ${answer.contentType ?? 'nothing'}, which is no JSON`);
  }
  check(validator('http', pointer), answer.text, what);
}

/** True if the document gives this content type to the answer and it is not JSON. */
function isOtherThanJson(method: string, path: string, answer: CheckedAnswer): boolean {
  const operation = httpDocument().paths[templateOf(path, method) ?? '']?.[method.toLowerCase()];
  const types = Object.keys(operation?.responses[answer.status]?.content ?? {});
  const [given = ''] = answer.contentType?.split(';') ?? [];
  return given !== json && types.includes(given);
}

/** Fails if a frame of the service is not in the AsyncAPI document. */
export function checkFrame(text: string): void {
  const { type } = JSON.parse(text) as { readonly type: string };
  if (!Object.hasOwn(socketDocument().components.messages, type)) {
    throw new ContractError(`the frame "${type}" is not in the document`);
  }
  check(validator('socket', messagePointer(type)), text, `the frame ${type}`);
}

/** Null if no document describes the answer. */
function pointerOf(method: string, path: string, status: number, what: string): string | null {
  const template = templateOf(path, method);
  const operation = template && httpDocument().paths[template]?.[method.toLowerCase()];
  if (!template || !operation) {
    return path.startsWith('/api/') && status >= 400 ? refusal : null;
  }
  // While the service starts or closes, every path gets the same refusal.
  if (status === 503) return refusal;
  if (!(status in operation.responses)) throw new ContractError(`${what}: not in the document`);
  return answerPointer(template, method.toLowerCase(), status);
}

/** A path without parameters goes before one with them, as in the router. */
function templateOf(path: string, method: string): string | undefined {
  const templates = Object.entries(httpDocument().paths)
    .filter(([, item]) => method.toLowerCase() in item)
    .map(([template]) => template);
  return templates.includes(path) ? path : templates.find((each) => patternOf(each).test(path));
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}

function check(validate: ValidateFunction, text: string, what: string): void {
  if (validate(JSON.parse(text))) return;
  const [error] = validate.errors ?? [];
  const where = `${error?.instancePath ?? ''} ${error?.message ?? ''}`;
  throw new ContractError(`${what}: ${where} ${JSON.stringify(error?.params)}`);
}

/** Both documents, as schemas `http` and `socket`. */
export function contractAjv(code: CodeOptions = {}): Ajv2020 {
  const made = new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code });
  const { paths, components } = httpDocument();
  made.addSchema({ $id: 'http', ...exact({ paths, components }) });
  made.addSchema({ $id: 'socket', components: exact(socketDocument().components) });
  return made;
}

/** References of everything that can be checked. */
export function contractReferences(): readonly string[] {
  const answers = Object.entries(httpDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses = {} }]) =>
      Object.entries(responses)
        .filter(([, { content = {} }]) => json in content)
        .map(([status]) => answerPointer(path, method, status)),
    ),
  );
  const messages = Object.keys(socketDocument().components.messages).map(messagePointer);
  return [
    ...[refusal, ...answers].map((pointer) => referenceTo('http', pointer)),
    ...messages.map((pointer) => referenceTo('socket', pointer)),
  ];
}

const ajv = lazily(contractAjv);
const validators = lazily(() => new Map(Object.entries(compiled())));

function validator(document: 'http' | 'socket', pointer: string): ValidateFunction {
  const name = referenceTo(document, pointer);
  const known = validators().get(name) ?? ajv().compile({ $ref: name });
  validators().set(name, known);
  return known;
}

/** The validators that `npm test` compiled for all suites (scripts/contract-validators.mjs). */
function compiled(): Readonly<Record<string, ValidateFunction>> {
  const file = process.env['CONTRACT_VALIDATORS'];
  if (file === undefined) return {};
  return createRequire(import.meta.url)(file) as Record<string, ValidateFunction>;
}

function referenceTo(document: 'http' | 'socket', pointer: string): string {
  return `${document}#${encodeURI(pointer)}`;
}

function answerPointer(template: string, method: string, status: number | string): string {
  const escaped = template.replaceAll('/', '~1');
  return `/paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`;
}

function messagePointer(type: string): string {
  return `/components/messages/${type}/payload`;
}

/**
 * Forbids undocumented fields: the service must not send them, although clients must tolerate them.
 */
function exact<T>(part: T): T {
  if (Array.isArray(part)) return part.map((each: unknown) => exact(each)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const all = Object.fromEntries(Object.entries(part).map(([key, each]) => [key, exact(each)]));
  const closed = all['type'] === 'object' && 'properties' in all;
  return { ...(closed && { additionalProperties: false }), ...all } as T;
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(repositoryRoot, `docs/api/${name}.json`), 'utf8')) as T;
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
