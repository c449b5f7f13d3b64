import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { escapedHtml } from '../http/escaped-html.js';
import { serviceVersion } from '../process/service-version.js';
import {
  describeSocket,
  type FrameSchema,
  type SocketDescription,
  type SocketMessage,
} from './describe-socket.js';
import { recordsReferredToIn, refused } from './operation.js';

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
h3 { margin: 2rem 0 0.25rem; font-family: ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #ccc; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: #0b4fb3; }
`;

/** Fields of every frame, listed once above the messages. */
const common = ['type', 'at', 'seq'];

const code = (value: unknown): string => `<code>${escapedHtml(String(value))}</code>`;

/**
 * Serves the OpenAPI document at `/openapi.json` with its explorer at `/docs`, and the AsyncAPI
 * document at `/asyncapi.json` with its page at `/docs/socket`. Nothing is loaded from other hosts,
 * and the explorer's remote validator is off. Each document is made at its first request.
 */
export function serveApiDescription(app: NestExpressApplication): void {
  const document = lazily(() => describeApi(app));
  const socket = lazily(describeSocket);
  const page = lazily(() => renderSocketPage(socket()));
  const express = app.getHttpAdapter().getInstance();
  express.get('/openapi.json', (_request, response) => void response.json(document()));
  express.get('/asyncapi.json', (_request, response) => void response.json(socket()));
  express.get('/docs/socket', (_request, response) => void response.type('html').send(page()));
  // The explorer asks the service for the URL of its page.
  express.get('/docs/', (_request, response) => void response.redirect(308, '../docs'));
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Office API',
    swaggerOptions: { validatorUrl: null, persistAuthorization: true },
  });
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const description = `
Briefs go in, the work of simulated employees comes out. This document covers the HTTP operations;
watching a run is the business of the WebSocket at \`/ws\`, which is described
[on a page of its own](docs/socket). Every refusal is \`{ "error": "<reason>" }\`.
`.trim();

/** The OpenAPI document of all routes, with the schemas of all records. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Office Orchestration Service')
    .setDescription(description)
    .setVersion(serviceVersion)
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addServer('.', 'Where this document came from.')
    .addBearerAuth({ type: 'http', description: 'Needed only when OFFICE_API_TOKEN is set.' })
    .addSecurityRequirements({})
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: operationId,
    autoTagControllers: false,
  });
  return withRecords(withTags(withCommonRefusals(document)));
}

/** `RunsController.list` is `runsList`. */
function operationId(controller: string, method: string): string {
  const subject = controller.replace(/Controller$/, '');
  const verb = method.charAt(0).toUpperCase() + method.slice(1);
  return subject.charAt(0).toLowerCase() + subject.slice(1) + verb;
}

/**
 * Adds refusals that every operation may give: foreign request, fault, unavailable service or
 * store; with a body also malformed or too large.
 */
function withCommonRefusals(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths)) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = item[method];
      if (operation === undefined) continue;
      const statuses = method === 'get' ? anyRefusals : [...anyRefusals, ...bodyRefusals];
      for (const status of statuses) operation.responses[status] ??= jsonRefusal;
    }
  }
  return document;
}

const anyRefusals = ['403', '429', '500', '503'];
const bodyRefusals = ['400', '413'];

/** The tags of all operations, sorted by name. */
function withTags(document: OpenAPIObject): OpenAPIObject {
  const used = Object.values(document.paths).flatMap(({ get, post, put, patch, delete: del }) =>
    [get, post, put, patch, del].flatMap((operation) => operation?.tags ?? []),
  );
  return { ...document, tags: [...new Set(used)].toSorted().map((name) => ({ name })) };
}

const jsonRefusal = {
  description: refused.description,
  content: { 'application/json': { schema: refused.schema } },
};

function withRecords(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...recordsReferredToIn(document), ...document.components?.schemas };
  return { ...document, components: { ...document.components, schemas } };
}

/**
 * The AsyncAPI document as a plain HTML page with its own style and without scripts, including
 * every record that frames refer to.
 */
function renderSocketPage(document: SocketDescription): string {
  const { info, operations, components } = document;
  const { events, ...commands } = operations;
  const sent = (events?.messages ?? []).map(({ $ref }) => nameIn($ref));
  const messages = (names: readonly string[]): string =>
    names.map((name) => messageOf(name, document)).join('\n');
  const records = Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapedHtml(info.title)}</title>
<style>${style}</style>
<h1>${escapedHtml(info.title)}</h1>
<p><a href="../docs">HTTP operations</a> · <a href="../asyncapi.json">This document as AsyncAPI</a></p>
${paragraphs(info.description)}
<h2 id="commands">Commands</h2>
<p>What a client sends: <code>type</code> and the fields below.</p>
${links('command', Object.keys(commands))}
${messages(Object.keys(commands))}
<h2 id="events">Events</h2>
<p>What the service sends: <code>type</code>, <code>at</code>, <code>seq</code> where the event is numbered, and the fields below.</p>
${links('event', sent)}
${messages(sent)}
<h2 id="records">Records</h2>
${records.map(([name, schema]) => recordOf(name, schema)).join('\n')}
</html>
`;
}

function messageOf(name: string, { operations, components }: SocketDescription): string {
  const message: SocketMessage | undefined = components.messages[name];
  if (message === undefined) return '';
  const kind = name in operations ? 'command' : 'event';
  const answers = (operations[name]?.reply?.messages ?? [])
    .map(({ $ref }) => nameIn($ref))
    .map((answer) => `<a href="#event-${answer}"><code>${answer}</code></a>`);
  const answered = answers.length > 0 ? `<p>Answered by ${answers.join(' or ')}.</p>` : '';
  return `<h3 id="${kind}-${name}">${escapedHtml(name)}</h3>
<p>${inline(message.summary)}</p>${answered}
${fieldsOf(message.payload, common)}`;
}

function recordOf(name: string, schema: object): string {
  const { description = '' } = schema as { readonly description?: string };
  const body = 'properties' in schema ? fieldsOf(schema as FrameSchema, []) : typeOf(schema);
  return `<h3 id="record-${name}">${escapedHtml(name)}</h3>
<p>${inline(description)}</p>
${body}`;
}

function fieldsOf(
  { properties, required = [] }: Partial<FrameSchema>,
  without: readonly string[],
): string {
  const rows = Object.entries(properties ?? {})
    .filter(([name]) => !without.includes(name))
    .map(([name, schema]) => {
      const { description = '' } = schema as { readonly description?: string };
      const optional = required.includes(name) ? '' : ' (optional)';
      return `<tr><td><code>${escapedHtml(name)}</code>${optional}</td><td>${typeOf(schema)}</td><td>${inline(description)}</td></tr>`;
    });
  if (rows.length === 0) return '<p>No fields.</p>';
  return `<table><tr><th>Field</th><th>Type</th><th></th></tr>${rows.join('')}</table>`;
}

interface AnySchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly AnySchema[];
  readonly type?: string | readonly string[];
  readonly items?: AnySchema;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly additionalProperties?: AnySchema | boolean;
}

/** A schema in a few words, with links to its records. */
function typeOf(schema: AnySchema): string {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return `<a href="#record-${name}">${escapedHtml(name)}</a>`;
  }
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties);
    return `{ ${fields.map(([name, each]) => `${code(name)}: ${typeOf(each)}`).join(', ')} }`;
  }
  if (typeof schema.additionalProperties === 'object') {
    return `by name: ${typeOf(schema.additionalProperties)}`;
  }
  return escapedHtml([schema.type ?? 'any value'].flat().join(' or '));
}

function links(kind: string, names: readonly string[]): string {
  const each = names.map(
    (name) => `<a href="#${kind}-${name}"><code>${escapedHtml(name)}</code></a>`,
  );
  return `<p>${each.join(' · ')}</p>`;
}

/** Renders the Markdown used in descriptions of this document. */
function paragraphs(text: string): string {
  const all = text.split('\n\n').map((each) => `<p>${inline(each)}</p>`);
  return all.join('\n');
}

function inline(text: string): string {
  return escapedHtml(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** The last part of a reference. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
