import { isIPv6, type AddressInfo } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { HttpConfig } from './platform/config/office-config.js';
import { AccessPolicy } from './platform/http/access-policy.js';
import { admitUnusualRequests, answerClientErrors } from './platform/http/client-errors.js';
import { httpConventions } from './platform/http/conventions.js';
import { NestLogger } from './platform/logging/nest-logger.js';
import { serveApiDescription } from './platform/openapi/serve-api-description.js';
import type { Foundations } from './platform/platform.module.js';
import { AfterListening } from './platform/process/after-listening.js';
import { OfficeWsAdapter } from './platform/socket/office-ws-adapter.js';
import { processTexts } from './protocol/texts.js';

/** How long a request may take to end once the service is closing. */
const closeGraceMs = 1500;

/**
 * Builds the application exactly as it runs, short of listening: `main.ts` and every e2e test start
 * from here. Rejects with whatever a module threw while it started.
 */
export async function createOfficeApp(
  root: DynamicModule,
  { config, logger }: Foundations,
): Promise<NestExpressApplication> {
  const adapter = new ExpressAdapter(expressByTheBook());
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    abortOnError: false,
    bodyParser: false,
    logger: new NestLogger(logger),
  });
  app.use(...httpConventions(config.security));
  answerClientErrors(app.getHttpServer());
  admitUnusualRequests(app.getHttpServer());
  app.useWebSocketAdapter(new OfficeWsAdapter(app, new AccessPolicy(config.security)));
  serveApiDescription(app);
  return app.init();
}

/**
 * Opens the port, then starts what was waiting for it. Answers the address that clients can use.
 * Rejects with the interface's text when somebody else has the port.
 */
export async function openDoors(app: NestExpressApplication, http: HttpConfig): Promise<string> {
  await app.listen(http.port, http.host).catch((thrown: unknown) => {
    throw isInUse(thrown) ? new Error(processTexts.portInUse(http.port, http.host)) : thrown;
  });
  void app.get(AfterListening).run();
  const { port } = app.getHttpServer().address() as AddressInfo;
  return `http://${isIPv6(http.host) ? `[${http.host}]` : http.host}:${port}`;
}

/** Closes the application. A request still at work after a moment is cut off; its run goes on. */
export async function closeDoors(app: NestExpressApplication): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), closeGraceMs);
  await app.close().finally(() => clearTimeout(cut));
}

function isInUse(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE';
}

/** Paths count to the letter; bodies are indented; nothing is cached, nothing advertised. */
function expressByTheBook(): express.Express {
  return express()
    .enable('case sensitive routing')
    .enable('strict routing')
    .disable('x-powered-by')
    .disable('etag')
    .set('json spaces', 2);
}
