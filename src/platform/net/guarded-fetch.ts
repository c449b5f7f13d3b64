import { isUtf8 } from 'node:buffer';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, Dispatcher, Response } from 'undici';
import { toolTexts, webTexts } from '../../protocol/texts/tools.js';
import type { ProxiesConfig } from '../config/proxy-address.js';
import { innermostMessage } from '../errors/error-text.js';
import { OfficeError } from '../errors/office-error.js';
import { unlessAborted } from '../process/unless-aborted.js';
import { bareHost } from './addresses.js';
import {
  FetchFailedError,
  FetchRefusedError,
  PortRefusedError,
  RedirectRefusedError,
} from './fetch-errors.js';
import { type HostAddress, type HostResolver, systemResolver } from './host-addresses.js';
import { judgedWay, type Way } from './judged-way.js';
import type { NetworkAccess } from './network-access.js';
import { type Answer, type CappedBody, readCapped } from './read-capped.js';

/** All connections are direct. */
const noProxies: ProxiesConfig = { http: null, https: null, direct: [] };

export interface FetchOptions {
  readonly access: NetworkAccess;
  /** For each hop, from name resolution to the last byte. */
  readonly timeoutMs: number;
  /** 0 = redirects are refused. */
  readonly maxRedirects: number;
  /** Bytes of the body, after decompression; the rest is not read. */
  readonly maxBytes: number;
  /** Reads the body in another way, which has a bound of its own. */
  readonly read?: (response: Answer) => Promise<CappedBody>;
  /** Sent on every hop; credentials only to the first origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called before a redirect is followed, which it may refuse by throwing an `OfficeError`. */
  readonly onRedirect?: (to: URL) => Promise<void>;
}

export interface RequestOptions extends FetchOptions {
  readonly method: string;
  readonly body?: Buffer;
}

export interface FetchedPage {
  readonly status: number;
  readonly statusText: string;
  /** URL after the last redirect. */
  readonly url: string;
  readonly contentType: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** The body was longer than `maxBytes`. */
  readonly truncated: boolean;
}

/** Ports that no page is fetched from (Fetch standard, 2.9): other protocols listen there. */
const refusedPorts = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113
  115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554
  556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665
  6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
);

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches pages for callers that must not reach private networks. Every hop is checked before
 * connecting: its scheme, its name, and all addresses of the name. The connection uses exactly the
 * checked addresses, so a changed DNS answer has no effect. A proxy gets the checked name and
 * resolves it itself.
 */
export class GuardedFetch {
  constructor(
    private readonly resolve: HostResolver = systemResolver,
    private readonly proxies: ProxiesConfig = noProxies,
  ) {}

  /**
   * @throws FetchRefusedError if any hop is forbidden.
   * @throws FetchFailedError if there is no answer. Any HTTP status is an answer.
   */
  get(address: string, options: FetchOptions): Promise<FetchedPage> {
    return this.request(address, { ...options, method: 'GET' });
  }

  /** Like `get`, with a method and a body. Redirects are followed as in browsers. */
  async request(address: string, options: RequestOptions): Promise<FetchedPage> {
    let url = httpUrl(address);
    let sent = options;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.hop(url, sent);
      if (!('location' in answer)) return answer;
      const { location, status } = answer;
      if (redirects === options.maxRedirects) {
        throw new RedirectRefusedError(
          location.href,
          webTexts.redirectsExhausted(options.maxRedirects),
        );
      }
      await options.onRedirect?.(location);
      sent = redirected(sent, status, location.origin === url.origin);
      url = location;
    }
  }

  /** One hop: the page, or the redirect. */
  private async hop(url: URL, options: RequestOptions): Promise<FetchedPage | Redirect> {
    refusePort(url, options.access);
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    let agent: Dispatcher | undefined;
    try {
      agent = await unlessAborted(this.dispatcher(url, options.access), signal, 'aborted');
      const undici = await import('undici');
      const response = await undici.fetch(url, {
        dispatcher: agent,
        redirect: 'manual',
        method: options.method,
        headers: { ...options.headers },
        ...(options.body === undefined ? {} : { body: options.body }),
        signal,
      });
      return redirectOf(response, url) ?? (await pageOf(response, url, options));
    } catch (error) {
      if (error instanceof OfficeError) throw error;
      const reason = timeout.aborted
        ? webTexts.timedOut(options.timeoutMs)
        : innermostMessage(error);
      throw new FetchFailedError(reason, { cause: error });
    } finally {
      await agent?.destroy();
    }
  }

  /**
   * The way to a host for a program that connects by itself.
   * @throws FetchRefusedError if it is forbidden.
   * @throws FetchFailedError if its name does not resolve.
   */
  wayTo(address: string, access: NetworkAccess): Promise<Way> {
    const url = httpUrl(address);
    refusePort(url, access);
    return this.judged(url, access);
  }

  private judged(url: URL, access: NetworkAccess): Promise<Way> {
    return judgedWay(url, access, { resolve: this.resolve, proxies: this.proxies });
  }

  /** Dispatcher for one request whose host was checked. */
  private async dispatcher(url: URL, access: NetworkAccess): Promise<Dispatcher> {
    const { proxy, addresses } = await this.judged(url, access);
    const { Agent } = await import('undici');
    if (proxy === null) return new Agent(pinnedTo(addresses));
    const { ProxyDispatcher } = await import('./proxy-dispatcher.js');
    return new ProxyDispatcher({ proxies: this.proxies, direct: new Agent(), readsPages: true });
  }
}

function httpUrl(address: string): URL {
  if (!URL.canParse(address)) throw new FetchRefusedError(webTexts.invalidUrl(address));
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefusedError(toolTexts.onlyHttp(url.protocol.slice(0, -1)));
  }
  if (url.username || url.password) throw new FetchRefusedError(webTexts.credentials);
  return url;
}

/** Options of an agent for one request that uses these addresses for any name. */
function pinnedTo(addresses: readonly HostAddress[]): Agent.Options {
  const lookup: LookupFunction = (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
  // HTTP/2 has no status text, which callers expect.
  return { connect: { lookup }, maxOrigins: 1, allowH2: false };
}

interface Redirect {
  readonly location: URL;
  readonly status: number;
}

const credentials: ReadonlySet<string> = new Set(['authorization', 'cookie', 'private-token']);

/** The next hop's request: 303, and 301 or 302 after a POST, become a GET without a body. */
function redirected(sent: RequestOptions, status: number, sameOrigin: boolean): RequestOptions {
  const { body, headers = {}, ...rest } = sent;
  const asGet =
    (status === 303 && sent.method !== 'HEAD') ||
    ((status === 301 || status === 302) && sent.method === 'POST');
  const kept = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase();
    return (sameOrigin || !credentials.has(lower)) && !(asGet && lower.startsWith('content-'));
  });
  const next = { ...rest, headers: Object.fromEntries(kept) };
  if (asGet) return { ...next, method: 'GET' };
  return body === undefined ? next : { ...next, body };
}

function redirectOf(response: Response, from: URL): Redirect | undefined {
  const location = response.headers.get('location');
  if (!redirectStatuses.has(response.status) || location === null) return undefined;
  const target = redirectTarget(location, from);
  if (target === undefined) throw new FetchFailedError(webTexts.badRedirect(location));
  return { location: target, status: response.status };
}

async function pageOf(
  response: Response,
  url: URL,
  { maxBytes, read = (answer) => readCapped(answer, maxBytes) }: FetchOptions,
): Promise<FetchedPage> {
  return {
    status: response.status,
    statusText: response.statusText,
    url: url.href,
    contentType: response.headers.get('content-type') ?? '',
    headers: [...response.headers],
    ...(await read(response)),
  };
}

/**
 * The target of a `Location` header, as browsers follow it; undefined: invalid. HTTP passes its
 * bytes on as characters up to U+00FF: valid UTF-8 is decoded, other bytes (from servers that send
 * Latin-1) are percent-encoded as they are. Without its own fragment it keeps that of `from`.
 */
export function redirectTarget(location: string, from: URL): URL | undefined {
  const bytes = Buffer.from(location, 'latin1');
  const reference = isUtf8(bytes)
    ? bytes.toString('utf8')
    : location.replaceAll(
        /[\x80-\xff]/g,
        (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
      );
  if (!URL.canParse(reference, from.href)) return undefined;
  const target = new URL(reference, from);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined;
  if (!reference.includes('#')) target.hash = from.hash;
  return target;
}

/** A port is judged before its host is looked up, because a look-up already tells the name. */
function refusePort(url: URL, access: NetworkAccess): void {
  const host = bareHost(url.hostname);
  const isAllowed = isIP(host) === 0 ? access.allowsHost(host) : access.allowsAddress(host, url);
  if (isAllowed && refusedPorts.has(url.port)) {
    throw new PortRefusedError(webTexts.refusedPort(url.port));
  }
}
