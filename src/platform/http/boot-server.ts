import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { healthTexts, processTexts } from '../../protocol/texts/process.js';
import type { OfficeConfig } from '../config/office-config.js';
import type { Readiness } from '../process/readiness.js';
import { AccessPolicy } from './access-policy.js';
import { answerHeaders, setBrowserPolicy } from './answer-headers.js';
import { serveUnder } from './base-path.js';
import { admitUnusualRequests, answerClientErrors } from './client-errors.js';

/**
 * Answers on the service's port until the service itself can: that the process lives, and why it
 * is not ready. Everything else is refused. With port 0 the address is unknown to clients, so
 * nothing listens yet.
 */
export class BootServer {
  private constructor(private readonly server: Server | null) {}

  /** Rejects with the interface's text when the port is in use. */
  static async open(
    { http, security }: Pick<OfficeConfig, 'http' | 'security'>,
    readiness: Readiness,
  ): Promise<BootServer> {
    if (http.port === 0) return new BootServer(null);
    const policy = new AccessPolicy(security);
    const server = createServer((request, response) =>
      answer(request, response, { readiness, policy }),
    );
    serveUnder(server, http.basePath);
    answerClientErrors(server);
    admitUnusualRequests(server);
    server.listen(http.port, http.host);
    await once(server, 'listening').catch((thrown: unknown) => {
      throw explainPortFailure(thrown, http);
    });
    return new BootServer(server);
  }

  /** Leaves the port to the service. */
  async close(): Promise<void> {
    if (this.server === null) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

/** Why a port could not be opened, in the interface's words where it has any. */
export function explainPortFailure(thrown: unknown, { port, host }: OfficeConfig['http']): unknown {
  const isInUse = thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE';
  return isInUse ? new Error(processTexts.portInUse(port, host)) : thrown;
}

interface BootServerContext {
  readonly readiness: Readiness;
  readonly policy: AccessPolicy;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { readiness, policy }: BootServerContext,
): void {
  const [path = ''] = (request.url ?? '').split('?');
  const lives = path === '/livez';
  const isAskedWhy = path === '/readyz';
  const error = (isAskedWhy ? readiness.unavailableReason : null) ?? healthTexts.starting;
  setBrowserPolicy(response, path);
  response.writeHead(lives ? 200 : 503, {
    ...answerHeaders(request, policy),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  });
  response.end(JSON.stringify(lives ? { ok: true } : { error }, null, 2));
}
