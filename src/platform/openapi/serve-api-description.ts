import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { describeApi } from './describe-api.js';
import { describeSocket } from './describe-socket.js';
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
