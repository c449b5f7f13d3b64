import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { httpTexts } from '../../protocol/texts/http.js';
import type { SecurityConfig } from '../config/office-config.js';
import { ForbiddenError } from '../errors/office-error.js';
import { bareHost, isLoopbackHost } from '../net/addresses.js';
import { isInNetworks, type Network, parseNetwork } from '../net/networks.js';
import { bearerToken, isSameToken } from './bearer-token.js';
import { forwardedIn, type Scheme } from './forwarded-headers.js';

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

/** How a client reached the service. */
interface Addressed {
  /** As a `Host` header names it. */
  readonly host: string | undefined;
  /** Null: nobody has said. */
  readonly scheme: Scheme | null;
}

/**
 * Whether a page of this origin was served under the address that is asked now. Of the scheme only
 * a proxy can tell: without one that does, both count.
 */
export function isOwnOrigin(origin: string, { host, scheme }: Addressed): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (!['http:', 'https:'].includes(page.protocol)) return false;
  if (scheme !== null && page.protocol !== `${scheme}:`) return false;
  // Parsed with the page's scheme, whose port may be left out.
  const asked = `${page.protocol}//${host}`;
  return URL.canParse(asked) && placeOf(new URL(asked)) === placeOf(page);
}

function placeOf({ hostname, port }: URL): string {
  return `${bareHost(hostname)} ${port}`;
}

/**
 * Whether a page of this origin may change things and read answers: a loopback origin, or one the
 * operator listed. An origin that does not parse, the word `null` included, is neither.
 */
export function isTrustedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return isLoopbackHost(url.hostname) || allowed.includes(url.origin);
}

/** A host name or address with an optional port, as it stands in a `Host` header. */
const hostHeader = /^(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i;

/**
 * Whether the service answers under this `Host` header: a loopback name, an IP address (an attack
 * by DNS rebinding needs a name) or a name the operator listed.
 */
export function isTrustedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const host = hostHeader.exec(header ?? '')?.groups?.['host'];
  if (host === undefined) return false;
  const bare = bareHost(host);
  return isLoopbackHost(bare) || isIP(bare) !== 0 || allowed.includes(bare);
}

/** Different refusals that are told; an attacker can make up as many as they like. */
const mostLines = 50;

/** Tells each refusal once, however often it is repeated. */
export class RefusalLog {
  private readonly told = new Set<string>();

  constructor(private readonly warn: (line: string) => void) {}

  tell(line: string): void {
    if (this.told.has(line) || this.told.size === mostLines) return;
    this.told.add(line);
    this.warn(line);
    if (this.told.size === mostLines) this.warn(httpTexts.furtherRefusals);
  }
}
