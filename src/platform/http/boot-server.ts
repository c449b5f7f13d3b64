import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { consolePage } from '../../protocol/texts/http.js';
import { healthTexts, processTexts } from '../../protocol/texts/process.js';
import { Actors } from '../actors/actors.js';
import { SystemClock } from '../clock.js';
import type { OfficeConfig } from '../config/office-config.js';
import type { Readiness } from '../process/readiness.js';
import { AccessPolicy } from './access-policy.js';
import { answerHeaders, setBrowserPolicy, setStartingPolicy } from './answer-headers.js';
import { serveUnder } from './base-path.js';
import { admitUnusualRequests, answerClientErrors } from './client-errors.js';

/**
 * Answers on the service's port during boot: `/livez` succeeds, `/readyz` gives the reason,
 * everything else is refused. With port 0 clients do not know the port, so nothing listens yet.
 */
export class BootServer {
  private constructor(private readonly server: Server | null) {}

  /** Rejects with the interface's text if the port is in use. */
  static async open(
    { http, security }: Pick<OfficeConfig, 'http' | 'security'>,
    readiness: Readiness,
  ): Promise<BootServer> {
    if (http.port === 0) return new BootServer(null);
    const policy = new AccessPolicy(security, new Actors(security, new SystemClock()));
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

  /** Frees the port for the service. */
  async close(): Promise<void> {
    if (this.server === null) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

/** Why a port could not be opened, in the interface's words if it has any. */
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
  const isPage = path === '/' && request.headers.accept?.includes('text/html') === true;
  if (isPage) setStartingPolicy(response);
  else setBrowserPolicy(response, path);
  response.writeHead(lives ? 200 : 503, {
    ...answerHeaders(request, policy),
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    connection: 'close',
  });
  const told = JSON.stringify(lives ? { ok: true } : { error }, null, 2);
  response.end(isPage ? consolePage.starting(readiness.unavailableReason ?? error) : told);
}
