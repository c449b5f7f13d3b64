import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { httpTexts } from '../../protocol/texts/http.js';
import type { OfficeConfig } from '../config/office-config.js';
import { ForbiddenError } from '../errors/office-error.js';
import { bareHost, isLoopbackHost } from '../net/addresses.js';
import { isInNetworks, type Network, parseNetwork } from '../net/networks.js';
import { bearerToken, isSameToken } from './bearer-token.js';
import { forwardedIn, type Scheme } from './forwarded-headers.js';

const writingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Paths for supervisors and scrapers, which may use any name of the machine. */
const pathsForAnyHost = ['/livez', '/readyz', '/metrics'];

/** Pages without data of this office, for which a browser cannot send a token. */
const pathsWithoutToken = [
  '/',
  '/livez',
  '/readyz',
  '/openapi.json',
  '/asyncapi.json',
  '/docs',
  // Protected by a state that only the person who began the sign-in knows.
  '/mcp/callback',
];
const foldersWithoutToken = ['/docs/', '/assets/'];

/** Folders with data of this office, closed to reads caused by pages of other sites. */
const foldersOfRecords = ['/api/', '/runs/', '/providers/'];

/** Characters of a refusal in the log, because client input may be long. */
const longestLine = 600;

/**
 * Decides which requests are served (docs/security.md, Who may call the service). There are no
 * users: pages of other origins and foreign host names are refused, and callers without the token
 * if the operator has set one. The `admit…` methods throw a ForbiddenError or return.
 */
export class AccessPolicy {
  /** The last trusted host, because clients repeat the same one. */
  private trustedHost: string | undefined;
  private readonly proxies: readonly Network[];
  private readonly refusals: RefusalLog;

  /** @param warn called once per refusal */
  constructor(
    private readonly security: OfficeConfig['security'],
    warn: (line: string) => void = () => undefined,
  ) {
    this.proxies = security.trustedProxies.map(parseNetwork).filter((network) => network !== null);
    this.refusals = new RefusalLog(warn);
  }

  get wantsToken(): boolean {
    return this.security.apiToken !== null;
  }

  /** Checks a request before it is read or routed. */
  admitRequest(request: IncomingMessage, path: string): void {
    if (!pathsForAnyHost.includes(path)) this.checkHost(request);
    if (writingMethods.includes(request.method ?? '')) this.checkOrigin(request);
    if (foldersOfRecords.some((folder) => path.startsWith(folder))) this.checkSite(request);
    if (needsToken(path)) this.checkToken(bearerToken(request.headers.authorization));
  }

  /** Checks an upgrade to a socket. No path is exempt, because a socket may do everything. */
  admitUpgrade(request: IncomingMessage, query: URLSearchParams): void {
    this.checkHost(request);
    this.checkOrigin(request);
    this.checkToken(bearerToken(request.headers.authorization) ?? query.get('token'));
  }

  /** True if the request comes from a page that may change things and read answers. */
  trustsOrigin(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    if (isTrustedOrigin(origin, this.security.allowedOrigins)) return true;
    return this.unlistedOrigin(request) === null;
  }

  /**
   * Origin of the page that sent a request, unless a person has allowed it: it is the office's own,
   * or is listed. Null also for clients that are no pages.
   */
  unlistedOrigin(request: IncomingMessage): string | null {
    const { origin } = request.headers;
    if (origin === undefined || isListed(origin, this.security.allowedOrigins)) return null;
    const addressed = this.addressed(request);
    return isOwnOrigin(origin, addressed) && this.trustsHost(addressed.host) ? null : origin;
  }

  /** Checks a request that widens rights. */
  admitWidening(request: IncomingMessage): void {
    const origin = this.unlistedOrigin(request);
    if (origin !== null) throw this.refusal(httpTexts.mayNotWiden(origin));
  }

  /** The address that the client used, as a trusted proxy reports it. */
  private addressed({ headers, socket }: IncomingMessage): Addressed {
    const isProxy = isInNetworks(socket.remoteAddress ?? '', this.proxies);
    const { host = headers.host, scheme = null } = isProxy ? forwardedIn(headers) : {};
    return { host, scheme };
  }

  /** Behind a proxy with another name than the service, the proxy's name must be trusted too. */
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

  /** Clients that are not browsers send no origin and pass. */
  private checkOrigin(request: IncomingMessage): void {
    const { origin, host = '' } = request.headers;
    if (origin === undefined || this.trustsOrigin(request)) return;
    throw this.refusal(httpTexts.crossOrigin, refusedPage(origin, host));
  }

  /**
   * Refuses reads that a page of another site makes the browser send without an origin: images,
   * links, frames. Pages of trusted origins send it.
   */
  private checkSite(request: IncomingMessage): void {
    if (request.headers['sec-fetch-site'] !== 'cross-site' || this.trustsOrigin(request)) return;
    throw this.refusal(httpTexts.crossSite);
  }

  private refusal(text: string, told = text): ForbiddenError {
    this.refusals.log(told.slice(0, longestLine));
    return new ForbiddenError(text);
  }

  private checkToken(given: string | null): void {
    const { apiToken } = this.security;
    if (apiToken !== null && !isSameToken(given, apiToken)) {
      throw new ForbiddenError(httpTexts.tokenRequired);
    }
  }
}

/** Log line: the refusal, and what to set if it is wrong. */
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

/** The address that a client used. */
interface Addressed {
  /** Host and port, as in a `Host` header. */
  readonly host: string | undefined;
  /** Null: unknown. */
  readonly scheme: Scheme | null;
}

/**
 * True if a page of this origin was served under the requested address. Only a proxy knows the
 * scheme; without its word both schemes count.
 */
export function isOwnOrigin(origin: string, { host, scheme }: Addressed): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (!['http:', 'https:'].includes(page.protocol)) return false;
  if (scheme !== null && page.protocol !== `${scheme}:`) return false;
  // Parsed with the page's scheme, whose default port may be left out.
  const asked = `${page.protocol}//${host}`;
  return URL.canParse(asked) && placeOf(new URL(asked)) === placeOf(page);
}

function placeOf({ hostname, port }: URL): string {
  return `${bareHost(hostname)} ${port}`;
}

/**
 * True if a page of this origin may change things and read answers: a loopback origin, or one that
 * the operator listed. Unparsable origins, including `null`, never are.
 */
export function isTrustedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  return isLoopbackHost(new URL(origin).hostname) || isListed(origin, allowed);
}

function isListed(origin: string, allowed: readonly string[]): boolean {
  return URL.canParse(origin) && allowed.includes(new URL(origin).origin);
}

/** A host name or address with an optional port, as in a `Host` header. */
const hostHeader = /^(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i;

/**
 * True if the service answers to this `Host` header: a loopback name, an IP address (DNS rebinding
 * needs a name) or a name that the operator listed.
 */
export function isTrustedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const host = hostHeader.exec(header ?? '')?.groups?.['host'];
  if (host === undefined) return false;
  const bare = bareHost(host);
  return isLoopbackHost(bare) || isIP(bare) !== 0 || allowed.includes(bare);
}

/** Distinct refusals that are logged; an attacker can produce any number. */
const mostLines = 50;

/** Logs each distinct refusal once. */
export class RefusalLog {
  private readonly logged = new Set<string>();

  constructor(private readonly warn: (line: string) => void) {}

  log(line: string): void {
    if (this.logged.has(line) || this.logged.size === mostLines) return;
    this.logged.add(line);
    this.warn(line);
    if (this.logged.size === mostLines) this.warn(httpTexts.furtherRefusals);
  }
}
