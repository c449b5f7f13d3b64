import type { IncomingMessage } from 'node:http';
import { httpTexts } from '../../protocol/texts/http.js';
import type { SecurityConfig } from '../config/office-config.js';
import { ForbiddenError } from '../errors/office-error.js';
import { isInNetworks, type Network, parseNetwork } from '../net/networks.js';
import { bearerToken, isSameToken } from './bearer-token.js';
import { forwardedIn } from './forwarded-headers.js';
import { type Addressed, isOwnOrigin } from './own-origin.js';
import { RefusalLog } from './refusal-log.js';
import { isTrustedHost } from './trusted-host.js';
import { isTrustedOrigin } from './trusted-origin.js';

const writingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Asked by supervisors and scrapers under whatever name they know the machine by. */
const pathsForAnyHost = ['/livez', '/readyz', '/metrics'];

/** Pages that tell nothing of this office, and that a browser cannot send a token for. */
const pathsWithoutToken = [
  '/',
  '/livez',
  '/readyz',
  '/openapi.json',
  '/asyncapi.json',
  '/docs',
  // It asks for a state that only the person who began the sign-in knows.
  '/mcp/callback',
];
const foldersWithoutToken = ['/docs/', '/assets/'];

/** What tells of this office, and is closed to reads that pages of other sites cause. */
const foldersOfRecords = ['/api/', '/runs/'];

/** Of a refusal in the log: what a client sends may be long. */
const longestLine = 600;

/**
 * Which requests are served (docs/security.md, Who may call the service). There are no users: the
 * service is closed to pages of other origins, to foreign host names, and, if the operator wants it,
 * to whoever lacks the token. What admits throws a ForbiddenError or returns.
 */
export class AccessPolicy {
  /** The last host that was trusted: clients ask under one name again and again. */
  private trustedHost: string | undefined;
  private readonly proxies: readonly Network[];
  private readonly refusals: RefusalLog;

  /** @param warn is told each refusal once */
  constructor(
    private readonly security: SecurityConfig,
    warn: (line: string) => void = () => undefined,
  ) {
    this.proxies = security.trustedProxies.map(parseNetwork).filter((network) => network !== null);
    this.refusals = new RefusalLog(warn);
  }

  get wantsToken(): boolean {
    return this.security.apiToken !== null;
  }

  /** A request, before anything of it is read or routed. */
  admitRequest(request: IncomingMessage, path: string): void {
    if (!pathsForAnyHost.includes(path)) this.checkHost(request);
    if (writingMethods.includes(request.method ?? '')) this.checkOrigin(request);
    if (foldersOfRecords.some((folder) => path.startsWith(folder))) this.checkSite(request);
    if (needsToken(path)) this.checkToken(bearerToken(request.headers.authorization));
  }

  /** An upgrade to a socket: whoever has one can do anything, so nothing is exempt. */
  admitUpgrade(request: IncomingMessage, query: URLSearchParams): void {
    this.checkHost(request);
    this.checkOrigin(request);
    this.checkToken(bearerToken(request.headers.authorization) ?? query.get('token'));
  }

  /** Whether it comes from a page that may change things and read answers. */
  trustsOrigin(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    if (isTrustedOrigin(origin, this.security.allowedOrigins)) return true;
    const addressed = this.addressed(request);
    return isOwnOrigin(origin, addressed) && this.trustsHost(addressed.host);
  }

  /** How the client reached the service: through a trusted proxy, as that one says. */
  private addressed({ headers, socket }: IncomingMessage): Addressed {
    const isProxy = isInNetworks(socket.remoteAddress ?? '', this.proxies);
    const { host = headers.host, scheme = null } = isProxy ? forwardedIn(headers) : {};
    return { host, scheme };
  }

  /** A proxy that is called by another name than the service has to be called by a trusted one too. */
  private checkHost(request: IncomingMessage): void {
    for (const host of [request.headers.host, this.addressed(request).host]) {
      if (!this.trustsHost(host)) throw this.refusal(httpTexts.foreignHost(host ?? ''));
    }
  }

  private trustsHost(host: string | undefined): boolean {
    if (host !== undefined && host === this.trustedHost) return true;
    if (!isTrustedHost(host, this.security.allowedHosts)) return false;
    this.trustedHost = host;
    return true;
  }

  /** A client that is no browser sends no origin, and passes. */
  private checkOrigin(request: IncomingMessage): void {
    const { origin, host = '' } = request.headers;
    if (origin === undefined || this.trustsOrigin(request)) return;
    throw this.refusal(httpTexts.crossOrigin, refusedPage(origin, host));
  }

  /**
   * A page of another site can make a browser send a read without an origin: an image, a link, a
   * frame. Pages of a trusted origin name it.
   */
  private checkSite(request: IncomingMessage): void {
    if (request.headers['sec-fetch-site'] !== 'cross-site' || this.trustsOrigin(request)) return;
    throw this.refusal(httpTexts.crossSite);
  }

  private refusal(text: string, told = text): ForbiddenError {
    this.refusals.tell(told.slice(0, longestLine));
    return new ForbiddenError(text);
  }

  private checkToken(given: string | null): void {
    const { apiToken } = this.security;
    if (apiToken !== null && !isSameToken(given, apiToken)) {
      throw new ForbiddenError(httpTexts.tokenRequired);
    }
  }
}

/** In the log: what is refused, and what to set where it is refused by mistake. */
function refusedPage(origin: string, host: string): string {
  const page = URL.canParse(origin) ? new URL(origin).origin : 'null';
  const advice = page === 'null' ? '' : ` ${httpTexts.toTrustPage(page)}`;
  return httpTexts.refusedPage(origin, host) + advice;
}

function needsToken(path: string): boolean {
  const open =
    pathsWithoutToken.includes(path) ||
    foldersWithoutToken.some((folder) => path.startsWith(folder));
  return !open;
}
