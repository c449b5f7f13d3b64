import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { serviceVersion } from '../process/service-version.js';
import { describeSocket } from './describe-socket.js';
import { recordsReferredToIn, refused } from './operation.js';
import { renderSocketPage } from './socket-page.js';

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
