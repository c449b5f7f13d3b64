import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { httpTexts, pageMark } from '../../protocol/texts/http.js';
import type { OfficeConfig } from '../config/office-config.js';
import { doorRights } from '../../protocol/rules/rights-table.js';
import { rightsTexts } from '../../protocol/texts/rights.js';
import { signInTexts } from '../../protocol/texts/sign-in.js';
import type { Actor } from '../actors/actor.js';
import { type Actors, requireRightOf } from '../actors/actors.js';
import { ChallengedError, ForbiddenError } from '../errors/office-error.js';
import { bareHost, isLoopbackHost } from '../net/addresses.js';
import { isInNetworks, type Network, parseNetwork } from '../net/networks.js';
import { bearerToken } from './bearer-token.js';
import { clientAddress } from './client-address.js';
import { forwardedIn, type Scheme } from './forwarded-headers.js';
import { needsToken } from './open-paths.js';
import { RefusalLog } from './refusal-log.js';
import { cookieOf, sessionCookie } from './session-cookie.js';

const writingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Paths for supervisors and scrapers, which may use any name of the machine. */
const pathsForAnyHost = ['/livez', '/readyz', '/metrics'];

/** Folders with data of this office, closed to reads caused by pages of other sites. */
const foldersOfRecords = [
  '/api/',
  '/runs/',
  '/workspaces/',
  '/providers/',
  '/tokens',
  '/audit',
  '/access',
  '/triggers',
  '/push',
  '/forges',
];

/** The office as an MCP server, whose clients wait for a challenge (RFC 6750, 3), as routers match it. */
const mcpDoor = /^\/mcp\/?$/i;

/** Characters of a refusal in the log, because client input may be long. */
const longestLine = 600;

/**
 * Decides which requests are served (docs/security.md, Who may call the service): pages of other
 * origins and foreign host names are refused, and callers without a token if tokens are wanted. The
 * `admit…` methods throw a ForbiddenError or return.
 */
export class AccessPolicy {
  /** The last trusted host, because clients repeat the same one. */
  private trustedHost: string | undefined;
  private readonly proxies: readonly Network[];
  private readonly refusals: RefusalLog;
  private readonly admitted = new WeakMap<IncomingMessage, Actor>();

  /** @param warn called once per refusal */
  constructor(
    private readonly security: OfficeConfig['security'],
    private readonly actors: Actors,
    warn: (line: string) => void = () => undefined,
  ) {
    this.proxies = security.trustedProxies.map(parseNetwork).filter((network) => network !== null);
    this.refusals = new RefusalLog(warn);
  }

  get wantsToken(): boolean {
    return this.actors.wantToken;
  }

  /** Checks a request before it is read or routed. */
  admitRequest(request: IncomingMessage, path: string): void {
    if (!pathsForAnyHost.includes(path)) this.checkHost(request);
    if (writingMethods.includes(request.method ?? '')) this.checkOrigin(request);
    if (foldersOfRecords.some((folder) => path.startsWith(folder))) this.checkSite(request);
    this.identify(request, path, bearerToken(request.headers.authorization));
  }

  /** Checks an upgrade to a socket. No path is exempt, because a socket may do everything. */
  admitUpgrade(request: IncomingMessage, query: URLSearchParams): void {
    this.checkHost(request);
    this.checkOrigin(request);
    const given = bearerToken(request.headers.authorization) ?? query.get('token');
    const session = given === null ? this.bySession(request, 'socket') : null;
    if (session !== null) this.checkOwnPage(request);
    const actor =
      session ?? this.actors.byToken(given, clientAddress(request, this.proxies), 'socket');
    if (actor === null) throw new ForbiddenError(this.tokenRequired);
    requireRightOf(actor, ...doorRights.socket);
    this.admit(request, actor, query.has(pageMark.query));
  }

  /** The author of an admitted request. */
  actorOf(request: IncomingMessage): Actor {
    return this.admitted.get(request) ?? nobody;
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

  /** Scheme, host and port by which the client asked. */
  originOf(request: IncomingMessage): string {
    const { host = '', scheme } = this.addressed(request);
    return `${scheme ?? 'http'}://${host}`;
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

  /** Finds out who sent a request. @throws ForbiddenError if it needs a token and has none */
  private identify(request: IncomingMessage, path: string, given: string | null): void {
    const door = mcpDoor.test(path) ? 'mcp' : 'http';
    const session = given === null && door === 'http' ? this.bySession(request, door) : null;
    if (session !== null && writingMethods.includes(request.method ?? '')) {
      this.checkOwnPage(request);
    }
    const address = clientAddress(request, this.proxies);
    const actor = session ?? this.actors.byToken(given, address, door);
    const isMarked = request.headers[pageMark.header] !== undefined;
    if (actor !== null) this.admit(request, actor, isMarked);
    else if (door === 'mcp') throw new ChallengedError(this.tokenRequired, challenge(given));
    else if (needsToken(path)) throw new ForbiddenError(this.tokenRequired);
    else this.admitted.set(request, { ...nobody, address });
  }

  /** The person signed in in the browser that sent a request; null: nobody. */
  private bySession(request: IncomingMessage, door: 'http' | 'socket'): Actor | null {
    const cookie = cookieOf(request, sessionCookie);
    return cookie === null
      ? null
      : this.actors.bySession(cookie, clientAddress(request, this.proxies), door);
  }

  /** Browsers send a cookie for other pages of the same machine or site too. */
  private checkOwnPage(request: IncomingMessage): void {
    if (!this.isOfOwnPage(request)) throw this.refusal(signInTexts.otherPage);
  }

  private isOfOwnPage(request: IncomingMessage): boolean {
    return request.headers.origin !== undefined && this.unlistedOrigin(request) === null;
  }

  /**
   * @param isMarked the request is marked as the office page's, not another page's of its origin
   */
  private admit(request: IncomingMessage, actor: Actor, isMarked: boolean): void {
    const isPage = isMarked && this.isOfOwnPage(request);
    this.admitted.set(request, isPage ? { ...actor, isPage } : actor);
  }

  private get tokenRequired(): string {
    return this.security.apiToken === null ? rightsTexts.tokenRequired : httpTexts.tokenRequired;
  }
}

/** A caller without a token, on a page that is open to all although tokens are required. */
const nobody: Actor = {
  name: null,
  tokenId: null,
  rights: new Set(),
  door: 'http',
  address: null,
};

function challenge(given: string | null): string {
  return given === null ? 'Bearer realm="office"' : 'Bearer realm="office", error="invalid_token"';
}

/** Log line: the refusal, and what to set if it is wrong. */
function refusedPage(origin: string, host: string): string {
  const page = URL.canParse(origin) ? new URL(origin).origin : 'null';
  const advice = page === 'null' ? '' : ` ${httpTexts.toTrustPage(page)}`;
  return httpTexts.refusedPage(origin, host) + advice;
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
