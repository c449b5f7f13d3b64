import fc from 'fast-check';
import { clientCommandTypes } from '#protocol/commands.js';
import { httpDocument, socketDocument, type Operation } from '../contract.js';
import { hostileSpelling, hostileText, hostileValue } from '../hostile-json.js';
import { likelyFor } from './likely-values.js';
import { recordsFrom, type Schema } from './values-of-schema.js';

/** A request as it is sent. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Operations that start model calls when accepted: rarely tried, and always invalid in `wrong`. */
const working = ['/api/submit', '/api/chat', '/api/plan', 'submit', 'chat', 'plan'];

const http = recordsFrom(() => httpDocument().components.schemas as Record<string, Schema>);
const socket = recordsFrom(() => socketDocument().components.schemas as Record<string, Schema>);

/** Every operation of the OpenAPI document with generated paths, queries and bodies. */
export function anyRequest(): fc.Arbitrary<FuzzRequest> {
  return weighted(operations().map(([key, operation]) => [key, requestOf(key, operation, false)]));
}

/** The same; operations that start model calls are always refused. */
export function idleRequest(): fc.Arbitrary<FuzzRequest> {
  return weighted(
    operations().map(([key, operation]) => [key, requestOf(key, operation, isWorking(key))]),
  );
}

/** Frames of every command of the protocol. */
export function anyFrame(): fc.Arbitrary<string> {
  const commands = clientCommandTypes.map((type): [string, fc.Arbitrary<string>] => [
    type,
    fc.oneof(frameOf(type), broken(frameOf(type))),
  ]);
  return weighted(commands);
}

/** Frames of commands with a field of a wrong type; each must be refused. */
export function wrongFrame(): fc.Arbitrary<string> {
  const messages = clientCommandTypes.map((type) => [type, schemaOf(type)] as const);
  return fc.oneof(
    ...messages
      .filter(([, { required = [] }]) => required.length > 1)
      .map(([type, schema]) =>
        wrong(payloadOf(type), schema).map((body) => JSON.stringify({ ...body, type })),
      ),
  );
}

function operations(): [string, Operation][] {
  return Object.entries(httpDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

function isWorking(key: string): boolean {
  return working.some((each) => key === each || key.endsWith(` ${each}`));
}

function weighted<T>(all: readonly (readonly [string, fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(
    ...all.map(([key, arbitrary]) => ({ weight: isWorking(key) ? 1 : 10, arbitrary })),
  );
}

function requestOf(key: string, operation: Operation, mustBeWrong: boolean) {
  const [method = '', template = ''] = key.split(' ');
  const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined;
  const path = pathOf(template, operation);
  if (schema === undefined) return path.map((each) => ({ method, path: each }));
  const valid = http.valueOf(schema) as fc.Arbitrary<object>;
  const body = mustBeWrong
    ? wrong(valid, http.resolved(schema)).map((each) => JSON.stringify(each))
    : fc.oneof(
        { weight: 8, arbitrary: valid.map((each) => JSON.stringify(each)) },
        { weight: 1, arbitrary: broken(valid.map((each) => JSON.stringify(each))) },
      );
  return fc.record({ method: fc.constant(method), path, body });
}

function pathOf(template: string, { parameters = [] }: Operation): fc.Arbitrary<string> {
  const parts = template.split('/').map((part) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    return name === undefined ? fc.constant(part) : segment(likelyFor(name) ?? hostileText);
  });
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) =>
      fc.option(segment(likelyFor(name) ?? hostileText).map((value) => `${name}=${value}`)),
    );
  return fc.tuple(fc.tuple(...parts), fc.tuple(...queries)).map(([path, query]) => {
    const given = query.filter((each) => each !== null);
    return path.join('/') + (given.length > 0 ? `?${given.join('&')}` : '');
  });
}

function segment(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const hostile = fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: hostileText });
  return hostile.map((each) => encodeURIComponent(String(each).toWellFormed().slice(0, 300)));
}

/** Invalid JSON, expensive JSON, or JSON of another shape. */
function broken(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: text.map((each) => each.slice(0, -1)) },
    { weight: 8, arbitrary: hostileText },
    { weight: 8, arbitrary: hostileValue.map((each) => JSON.stringify(each)) },
    { weight: 1, arbitrary: hostileSpelling },
    { weight: 1, arbitrary: fc.constant(JSON.stringify({ brief: 'x'.repeat(270_000) })) },
  );
}

/** A required field gets another type. */
function wrong(value: fc.Arbitrary<object>, { required = [], properties = {} }: Schema) {
  const fields = required
    .filter((name) => name !== 'type')
    .map((name) => [name, properties[name]?.type === 'string' ? [[]] : 'wrong'] as const);
  return fc
    .tuple(value, fc.constantFrom(...fields))
    .map(([body, [name, bad]]) => ({ ...body, [name]: bad }));
}

function frameOf(type: string): fc.Arbitrary<string> {
  return payloadOf(type).map((body) => JSON.stringify({ ...body, type }));
}

function payloadOf(type: string): fc.Arbitrary<object> {
  return socket.valueOf(schemaOf(type)) as fc.Arbitrary<object>;
}

/** Returns a schema without fields for commands that are declared but not handled. */
function schemaOf(type: string): Schema {
  const message = socketDocument().components.messages[type];
  return (message?.payload ?? { properties: {} }) as Schema;
}
