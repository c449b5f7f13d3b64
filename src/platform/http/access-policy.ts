import type { IncomingMessage } from 'node:http';
import { httpTexts } from '../../protocol/texts/http.js';
import type { SecurityConfig } from '../config/office-config.js';
import { ForbiddenError } from '../errors/office-error.js';
import { bearerToken, isSameToken } from './bearer-token.js';
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

/**
 * Which requests are served (interface.md 5; decisions.md B8). It has no users: it is closed to
 * pages of other origins, to foreign host names, and, if the operator wants it, to whoever lacks
 * the token. Each method throws a ForbiddenError or returns.
 */
export class AccessPolicy {
  /** The last host that was trusted: clients ask under one name again and again. */
  private trustedHost: string | undefined;

  constructor(private readonly security: SecurityConfig) {}

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

  private checkHost({ headers: { host } }: IncomingMessage): void {
    if (host !== undefined && host === this.trustedHost) return;
    if (!isTrustedHost(host, this.security.allowedHosts)) {
      throw new ForbiddenError(httpTexts.foreignHost(host ?? ''));
    }
    this.trustedHost = host;
  }

  /** A client that is no browser sends no origin, and passes. */
  private checkOrigin({ headers: { origin } }: IncomingMessage): void {
    if (origin !== undefined && !isTrustedOrigin(origin, this.security.allowedOrigins)) {
      throw new ForbiddenError(httpTexts.crossOrigin);
    }
  }

  /**
   * A page of another site can make a browser send a read without an origin: an image, a link, a
   * frame. Pages of a trusted origin name it.
   */
  private checkSite({ headers: { origin, 'sec-fetch-site': site } }: IncomingMessage): void {
    if (site !== 'cross-site') return;
    if (origin === undefined || !isTrustedOrigin(origin, this.security.allowedOrigins)) {
      throw new ForbiddenError(httpTexts.crossSite);
    }
  }

  private checkToken(given: string | null): void {
    const { apiToken } = this.security;
    if (apiToken !== null && !isSameToken(given, apiToken)) {
      throw new ForbiddenError(httpTexts.tokenRequired);
    }
  }
}

function needsToken(path: string): boolean {
  const open =
    pathsWithoutToken.includes(path) ||
    foldersWithoutToken.some((folder) => path.startsWith(folder));
  return !open;
}
