import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeApi } from './describe-api.js';

/**
 * Serves the OpenAPI document at `/openapi.json` and its explorer at `/docs`, both from this
 * process alone: the explorer's scripts come with it, and its remote validator is off. The
 * document is made at the first request.
 */
export function serveApiDescription(app: NestExpressApplication): void {
  const document = lazily(() => describeApi(app));
  const express = app.getHttpAdapter().getInstance();
  express.get('/openapi.json', (_request, response) => void response.json(document()));
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Office API',
    swaggerOptions: { validatorUrl: null, persistAuthorization: true },
  });
}

function lazily(make: () => OpenAPIObject): () => OpenAPIObject {
  let made: OpenAPIObject | undefined;
  return () => (made ??= make());
}
