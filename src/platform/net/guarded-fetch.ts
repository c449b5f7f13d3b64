import type { LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';
import type { Response } from 'undici';
import { toolTexts, webTexts } from '../../protocol/texts.js';
import { messageOf, OfficeError } from '../errors/office-error.js';
import { FetchFailedError, FetchRefusedError, RedirectRefusedError } from './fetch-errors.js';
import { allowedAddresses, systemResolver } from './host-addresses.js';
import type { HostAddress, HostResolver } from './host-addresses.js';
import { readCapped } from './read-capped.js';
import type { Reach } from './reach.js';

export interface FetchOptions {
  readonly reach: Reach;
  /** For each hop, from resolving the name to the last byte. */
  readonly timeoutMs: number;
  /** 0 = a redirect is refused. */
  readonly maxRedirects: number;
  /** Bytes of the body, after decompression; the rest is not read. */
  readonly maxBytes: number;
  /** Sent to every hop, so no credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface FetchedPage {
  readonly status: number;
  readonly statusText: string;
  /** Where the last redirect led. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** The body was longer than `maxBytes`. */
  readonly truncated: boolean;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Reads a page for somebody who must not reach what this machine can reach
 * (behaviour-plugins.md 9.4). Every hop is judged before a connection is made: its scheme, its
 * name, and all the addresses of the name. The connection then goes to the very addresses that
 * were judged, so a name that changes its mind in between changes nothing.
 */
export class GuardedFetch {
  constructor(private readonly resolve: HostResolver = systemResolver) {}

  /**
   * @throws FetchRefusedError when the guard says no, on whatever hop.
   * @throws FetchFailedError when there is no answer. Any HTTP status is an answer.
   */
  async get(address: string, options: FetchOptions): Promise<FetchedPage> {
    let url = httpUrl(address);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.request(url, options);
      if (!(answer instanceof URL)) return answer;
      if (redirects === options.maxRedirects) {
        throw new RedirectRefusedError(
          answer.href,
          webTexts.redirectsExhausted(options.maxRedirects),
        );
      }
      url = answer;
    }
  }

  /** One hop: the page, or where it sends us. */
  private async request(url: URL, options: FetchOptions): Promise<FetchedPage | URL> {
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    let agent: Agent | undefined;
    try {
      const addresses = await unlessAborted(
        allowedAddresses(url, options.reach, this.resolve),
        signal,
      );
      agent = agentPinnedTo(addresses);
      const response = await fetch(url, {
        dispatcher: agent,
        redirect: 'manual',
        headers: { ...options.headers },
        signal,
      });
      return redirectOf(response, url) ?? (await pageOf(response, url, options.maxBytes));
    } catch (error) {
      if (error instanceof OfficeError) throw error;
      const reason = timeout.aborted ? webTexts.timedOut(options.timeoutMs) : reasonOf(error);
      throw new FetchFailedError(reason, { cause: error });
    } finally {
      await agent?.destroy();
    }
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

/** An agent for one request that knows these addresses whatever name it is asked for. */
function agentPinnedTo(addresses: readonly HostAddress[]): Agent {
  const lookup: LookupFunction = (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
  return new Agent({ connect: { lookup }, maxOrigins: 1 });
}

function redirectOf(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (!redirectStatuses.has(response.status) || location === null) return undefined;
  if (!URL.canParse(location, from.href))
    throw new FetchFailedError(webTexts.badRedirect(location));
  const target = new URL(location, from);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw new FetchFailedError(webTexts.badRedirect(location));
  }
  return target;
}

async function pageOf(response: Response, url: URL, maxBytes: number): Promise<FetchedPage> {
  return {
    status: response.status,
    statusText: response.statusText,
    url: url.href,
    contentType: response.headers.get('content-type') ?? '',
    ...(await readCapped(response, maxBytes)),
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(new Error('aborted'));
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    }),
  ]);
}

/** Undici says only `fetch failed`; what happened is in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return messageOf(cause);
}
