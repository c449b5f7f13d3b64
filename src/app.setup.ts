import { type AddressInfo, isIPv6, type Server } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { OfficeConfig } from './platform/config/office-config.js';
import { AccessPolicy } from './platform/http/access-policy.js';
import { serveUnder } from './platform/http/base-path.js';
import { admitUnusualRequests, answerClientErrors } from './platform/http/client-errors.js';
import { explainPortFailure } from './platform/http/boot-server.js';
import { httpConventions } from './platform/http/conventions.js';
import { serveConsole } from './platform/http/serve-console.js';
import { NestLogger } from './platform/logging/nest-logger.js';
import type { OfficeLogger } from './platform/logging/office-logger.js';
import { serveApiDescription } from './platform/openapi/serve-api-description.js';
import type { BootContext } from './platform/platform.module.js';
import { StartupTasks } from './platform/process/startup-tasks.js';
import { Readiness } from './platform/process/readiness.js';
import { TimeSlices } from './platform/process/time-slices.js';
import { OfficeWsAdapter } from './platform/socket/office-ws-adapter.js';
import { socketTexts } from './protocol/texts/http.js';

/** Least time between two warnings, ms. */
const quietMs = 60000;

/** Time that requests may take to end once the service is closing, ms. */
const closeGraceMs = 1500;

/**
 * Builds the application exactly as it runs, short of listening: `app.boot.ts` and every e2e test start
 * from here. Rejects with whatever a module threw while it started.
 */
export async function createOfficeApp(
  root: DynamicModule,
  { config, logger }: BootContext,
): Promise<NestExpressApplication> {
  const adapter = new ExpressAdapter(createExpress());
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    abortOnError: false,
    bodyParser: false,
    logger: new NestLogger(logger),
  });
  const policy = app.get(AccessPolicy);
  app.use(httpConventions(policy, app.get(TimeSlices), config.http.basePath));
  serveUnder(app.getHttpServer(), config.http.basePath);
  answerClientErrors(app.getHttpServer());
  admitUnusualRequests(app.getHttpServer());
  limitConnections(app.getHttpServer(), config.connections, logger);
  app.useWebSocketAdapter(new OfficeWsAdapter(app, policy, config.connections));
  serveApiDescription(app);
  serveConsole(app);
  return app.init();
}

/**
 * Opens the port, then starts the startup tasks. Resolves to the address that clients can use.
 * Rejects with the interface's text when the port is in use.
 */
export async function listen(
  app: NestExpressApplication,
  http: OfficeConfig['http'],
): Promise<string> {
  await app.listen(http.port, http.host).catch((thrown: unknown) => {
    throw explainPortFailure(thrown, http);
  });
  app.get(Readiness).serves();
  void app.get(StartupTasks).run();
  const { port } = app.getHttpServer().address() as AddressInfo;
  return `http://${isIPv6(http.host) ? `[${http.host}]` : http.host}:${port}`;
}

/**
 * Closes the application. A request still at work after a moment is cut off; its run goes on. No
 * connection is accepted from the beginning: clients repeat a request whose connection was cut, and
 * it would be carried out twice.
 */
export async function closeApplication(app: NestExpressApplication): Promise<void> {
  const server = app.getHttpServer();
  server.close();
  const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  await app.close().finally(() => clearTimeout(cut));
}

/** Routing is case-sensitive and strict; bodies are indented; no ETag, no X-Powered-By. */
function createExpress(): express.Express {
  return express()
    .enable('case sensitive routing')
    .enable('strict routing')
    .disable('x-powered-by')
    .disable('etag')
    .set('json spaces', 2);
}

/** Closes connections beyond the limit, and warns at most once a minute. */
function limitConnections(
  server: Server,
  { connections }: OfficeConfig['connections'],
  logger: OfficeLogger,
): void {
  const log = logger.scope('http');
  let warnedAt = -Infinity;
  server.maxConnections = connections;
  server.on('drop', () => {
    if (performance.now() - warnedAt < quietMs) return;
    warnedAt = performance.now();
    log.warn(socketTexts.connectionsDropped(connections));
  });
}
