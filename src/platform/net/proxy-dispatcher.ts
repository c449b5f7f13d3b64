import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { Dispatcher, ProxyAgent } from 'undici';
import { proxyTexts } from '../../protocol/texts/proxies.js';
import type { ProxiesConfig, ProxyAddress } from '../config/proxy-address.js';
import { causesOf, innermostMessage } from '../errors/error-text.js';
import { ProxyError } from './proxy-error.js';
import { proxyFor } from './proxy-for.js';

const ended = new Set(['AbortError', 'TimeoutError']);

interface ProxyDispatcherOptions {
  readonly proxies: ProxiesConfig;
  /** For direct connections; closed together with this dispatcher. */
  readonly direct: Dispatcher;
  /** The caller accepts web pages. */
  readonly readsPages: boolean;
}

/**
 * Routes each request by its address: through a `CONNECT` tunnel for https and sockets, as a proxy
 * request for plain http, or directly.
 */
export class ProxyDispatcher extends Dispatcher {
  private readonly agents = new Map<string, ProxyAgent>();

  constructor(private readonly options: ProxyDispatcherOptions) {
    super();
  }

  override dispatch(
    request: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const { proxies, direct, readsPages } = this.options;
    const url = new URL(String(request.origin));
    const proxy = proxyFor(url, proxies);
    if (proxy === null) return direct.dispatch(request, handler);
    const tunnels = url.protocol !== 'http:' || Boolean(request.upgrade);
    const refusesPages = !tunnels && !readsPages;
    const passage = { proxy: proxy.host, host: url.host, refusesPages };
    return this.agent(proxy, tunnels).dispatch(request, new ProxiedHandler(handler, passage));
  }

  override async close(): Promise<void> {
    const all = [this.options.direct, ...this.agents.values()];
    await Promise.all(all.map((each) => each.close()));
  }

  override async destroy(): Promise<void> {
    const all = [this.options.direct, ...this.agents.values()];
    await Promise.all(all.map((each) => each.destroy()));
  }

  private agent({ origin, authorization }: ProxyAddress, proxyTunnel: boolean): ProxyAgent {
    const key = `${origin} ${authorization ?? ''} ${proxyTunnel}`;
    const known = this.agents.get(key);
    if (known !== undefined) return known;
    const token = authorization === null ? {} : { token: authorization };
    // HTTP/2 has no status text, which some callers expect.
    const agent = new ProxyAgent({ uri: origin, proxyTunnel, allowH2: false, ...token });
    this.agents.set(key, agent);
    return agent;
  }
}

type Controller = Dispatcher.DispatchController;

/** The route of a request. */
interface Passage {
  /** The proxy's host and port, safe to show. */
  readonly proxy: string;
  /** Host that is requested. */
  readonly host: string;
  /** A web page is not a valid answer; it comes from the proxy or something behind it. */
  readonly refusesPages: boolean;
}

/** Passes on answers that come through a proxy, and names the proxy in errors. */
class ProxiedHandler implements Dispatcher.DispatchHandler {
  private failed = false;
  /** Undefined until the request has a connection; there is nothing to abort before. */
  private begun: Controller | undefined;

  constructor(
    private readonly inner: Dispatcher.DispatchHandler,
    private readonly passage: Passage,
  ) {}

  onRequestStart(controller: Controller, context: unknown): void {
    this.begun = controller;
    this.inner.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(
    controller: Controller,
    status: number,
    headers: IncomingHttpHeaders,
    socket: Duplex,
  ): void {
    this.inner.onRequestUpgrade?.(controller, status, headers, socket);
  }

  onResponseStart(
    controller: Controller,
    status: number,
    headers: IncomingHttpHeaders,
    words?: string,
  ): void {
    const { proxy, host, refusesPages } = this.passage;
    const isPage = /^text\/html\b/i.test(String(headers['content-type'] ?? ''));
    if (refusesPages && isPage) {
      const message = proxyTexts.page(proxy, host, status);
      this.onResponseError(controller, new ProxyError(message, undefined, status < 500));
    } else this.inner.onResponseStart?.(controller, status, headers, words);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.failed) this.inner.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: IncomingHttpHeaders): void {
    if (!this.failed) this.inner.onResponseEnd?.(controller, trailers);
  }

  /** Ends the request too, because the rest of a refusal is of no use. */
  onResponseError(controller: Controller, error: Error): void {
    if (this.failed) return;
    this.failed = true;
    const reason = explained(error, this.passage.proxy, this.passage.host);
    this.inner.onResponseError?.(controller, reason);
    if (this.begun?.aborted === false) this.begun.abort(reason);
  }

  onResponseStarted(): void {
    this.inner.onResponseStarted?.();
  }

  onBodySent(chunk: Buffer): void {
    this.inner.onBodySent?.(chunk);
  }

  onRequestSent(): void {
    this.inner.onRequestSent?.();
  }
}

/** Explains a failure at a proxy; an abort by the caller is returned unchanged. */
function explained(error: Error, proxy: string, host: string): Error {
  const status = statusIn(error.message);
  if (status === 407) return new ProxyError(proxyTexts.wantsLogin(proxy), undefined, true);
  if (status !== null) {
    const message = proxyTexts.refused(proxy, host, status);
    return new ProxyError(message, undefined, status >= 400 && status < 500);
  }
  if (error instanceof ProxyError || ended.has(error.name)) return error;
  const code = causesOf(error).findLast((cause) => cause.code !== undefined)?.code;
  return new ProxyError(proxyTexts.failed(proxy, host, innermostMessage(error)), code);
}

/** undici reports a proxy's status only in its message. */
function statusIn(message: string): number | null {
  const found = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(message);
  return found === null ? null : Number(found[1] ?? found[2]);
}
