import type { lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type * as ProxyChain from 'proxy-chain';
import type { Agent, ProxyAgent } from 'undici';
import type { AskedHost } from '#protocol/records/evidence.js';
import { egressTexts } from '#protocol/texts/egress.js';
import { addressWithLogin } from '../../config/proxy-address.js';
import { messageOf } from '../../errors/error-text.js';
import { bareHost } from '../addresses.js';
import type { HostAddress } from '../host-addresses.js';
import { judgedWay, type Ways } from '../judged-way.js';
import { type NetworkAccess, privateNetworksToo, publicInternet } from '../network-access.js';
import { type HostAndPort, isNamed } from './host-rules.js';

/** What commands behind one proxy may reach. */
export interface EgressRules {
  /** Rules of hosts on the public internet (`hostRule`). */
  readonly hosts: readonly string[];
  /** Rules of hosts that the operator named; they may be private. */
  readonly trusted: readonly string[];
  /** The value of `Authorization` for a host, added here and never told to the command. */
  readonly credentials: ReadonlyMap<string, string>;
  /** Asked before a request with a credential changes something at the host; absent: refused. */
  readonly mayWrite?: (host: string) => Promise<boolean>;
}

const maxAsked = 100;
const maxConnections = 64;
/** Time without traffic after which a connection is closed, ms. */
const idleMs = 120_000;

/**
 * A proxy on a Unix socket for commands without a network. It connects to named hosts only, refuses
 * private and metadata addresses unless the operator named the host, uses exactly the addresses
 * that it checked, and records the requested hosts. A command requests a host with a credential
 * over plain HTTP; the proxy forwards the request over HTTPS with the credential, which the command
 * never holds.
 */
export class EgressProxy {
  private constructor(
    private readonly server: ProxyChain.Server,
    private readonly hosts: ReadonlyMap<string, AskedHost>,
  ) {}

  /** @throws if the socket cannot be made. */
  static async listen(socket: string, rules: EgressRules, ways: Ways): Promise<EgressProxy> {
    const { RequestError } = await import('proxy-chain');
    const hosts = new Map<string, AskedHost>();
    const judge = async (target: Target): Promise<Way> => {
      const way = await wayTo(target, rules, ways);
      const { host, port } = target;
      const key = `${host}:${port}`;
      const asked = { host, port, allowed: typeof way !== 'string' };
      if (hosts.size < maxAsked || hosts.has(key)) hosts.set(key, asked);
      if (typeof way === 'string') throw new RequestError(way, 403);
      return way;
    };
    const server = await serverOf(rules, judge);
    server.server.maxConnections = maxConnections;
    server.server.on('connection', (connection: LibrarySocket) => connection.setTimeout(idleMs));
    server.server.listen(socket);
    await once(server.server, 'listening');
    return new EgressProxy(server, hosts);
  }

  /** The hosts that were asked for, each once, in order; at most 100. */
  get asked(): readonly AskedHost[] {
    return [...this.hosts.values()];
  }

  /** Closes every connection, and removes the socket. */
  async close(): Promise<void> {
    await this.server.close(true);
  }
}

type LibrarySocket = Parameters<ProxyChain.Server['onConnection']>[0];

async function serverOf(
  rules: EgressRules,
  judge: (target: Target) => Promise<Way>,
): Promise<ProxyChain.Server> {
  const { Server, RequestError } = await import('proxy-chain');
  /** Forwards plain requests for a host with a credential itself, instead of the library. */
  class CredentialServer extends Server {
    /** The library closes connections without an address, as those of a Unix socket are. */
    override onConnection(socket: LibrarySocket): void {
      Object.defineProperty(socket, 'remoteAddress', { value: 'sandbox' });
      super.onConnection(socket);
    }

    override async onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const target = isPlain(request) ? targetOf(request.url ?? '', 'https:') : null;
      const credential = target === null ? undefined : rules.credentials.get(target.host);
      if (target === null || credential === undefined) return super.onRequest(request, response);
      try {
        const way = await judge(target);
        await forward(request, response, { target, credential, way, rules });
      } catch (error) {
        answer(response, error instanceof RequestError ? 403 : 502, messageOf(error));
      }
    }
  }
  return new CredentialServer({
    prepareRequestFunction: async ({ request: { url = '' }, isHttp }) => {
      const protocol = isHttp ? 'http:' : 'https:';
      const target = targetOf(isHttp ? url : `https://${url}`, protocol);
      if (target === null) throw new RequestError(egressTexts.unreadable, 400);
      const way = await judge(target);
      if (way.proxy !== null) return { upstreamProxyUrl: way.proxy };
      // The library has the type of `dns.lookup`, but only calls this form.
      return { dnsLookup: pinned(way.addresses) as typeof lookup };
    },
  });
}

/** The request of a command, its host judged and its URL as sent. */
interface Target extends HostAndPort {
  readonly url: URL;
}

/** How a host is reached: by a proxy of the environment, or at addresses that were judged. */
type Way =
  { readonly proxy: string } | { readonly proxy: null; readonly addresses: readonly HostAddress[] };

/** @param protocol the one by which the host is reached */
function targetOf(address: string, protocol: 'http:' | 'https:'): Target | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === 'http:' && protocol === 'https:') url.protocol = 'https:';
  if (url.protocol !== protocol || url.hostname === '') return null;
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { url, host: bareHost(url.hostname), port };
}

/** The way to a host, or why there is none. */
async function wayTo(
  { url, host, port }: Target,
  { hosts, trusted }: EgressRules,
  ways: Ways,
): Promise<Way | string> {
  const access = accessTo({ host, port }, hosts, trusted);
  if (access === null) return egressTexts.notNamed(host, port);
  try {
    const { proxy, addresses } = await judgedWay(url, access, ways);
    return proxy === null ? { proxy, addresses } : { proxy: addressWithLogin(proxy) };
  } catch (error) {
    return egressTexts.refused(host, messageOf(error));
  }
}

function accessTo(
  target: HostAndPort,
  hosts: readonly string[],
  trusted: readonly string[],
): NetworkAccess | null {
  if (isNamed(target, trusted)) return privateNetworksToo;
  return isNamed(target, hosts) ? publicInternet : null;
}

function pinned(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

interface Forwarded {
  readonly target: Target;
  readonly credential: string;
  readonly way: Way;
  readonly rules: EgressRules;
}

/** Headers of one connection, and those that only the office sets. */
const notPassedOn = new Set(
  'authorization connection host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect'.split(
    ' ',
  ),
);

/** Sends a plain request on by HTTPS, with the credential of its host. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { target, credential, way, rules }: Forwarded,
): Promise<void> {
  if (writes(request, target.url) && !(await rules.mayWrite?.(target.host))) {
    answer(response, 403, egressTexts.writes(target.host));
    return;
  }
  const agent = await agentFor(way);
  response.once('close', () => void agent.destroy());
  try {
    const { statusCode, headers, body } = await agent.request({
      origin: target.url.origin,
      path: `${target.url.pathname}${target.url.search}`,
      method: request.method ?? 'GET',
      headers: { ...passedOn(request.headers), authorization: credential },
      body: request.method === 'GET' || request.method === 'HEAD' ? null : request,
      bodyTimeout: idleMs,
    });
    response.writeHead(statusCode, passedOn(headers));
    await pipeline(body, response);
  } finally {
    await agent.destroy();
  }
}

async function agentFor(way: Way): Promise<Agent | ProxyAgent> {
  const { Agent, ProxyAgent } = await import('undici');
  return way.proxy === null
    ? new Agent({ connect: { lookup: pinned(way.addresses) }, maxOrigins: 1, allowH2: false })
    : new ProxyAgent({ uri: way.proxy, allowH2: false });
}

function passedOn(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || notPassedOn.has(name) ? [] : [[name, value]],
    ),
  );
}

const reading: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Requests of other methods by which clients read. */
const readingPaths = /\/git-upload-pack$|\/-\/npm\/v1\/security\//;

/** True if a request can change something at its host; a push begins with a GET. */
function writes({ method }: IncomingMessage, { pathname, searchParams }: URL): boolean {
  if (searchParams.get('service') === 'git-receive-pack') return true;
  return !reading.has(method) && !readingPaths.test(pathname);
}

function isPlain({ url = '' }: IncomingMessage): boolean {
  return /^http:\/\//i.test(url);
}

function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
