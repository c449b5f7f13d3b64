import type { Server } from 'node:net';
import { socketTexts } from '../../protocol/texts/http.js';
import type { ConnectionsConfig } from '../config/office-config.js';
import type { OfficeLogger } from '../logging/office-logger.js';

/** Least time between two warnings, ms. */
const quietMs = 60_000;

/** Closes connections beyond the limit, and warns at most once a minute. */
export function limitConnections(
  server: Server,
  { connections }: ConnectionsConfig,
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
