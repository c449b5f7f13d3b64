import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { proxyTexts } from '../../protocol/texts/proxies.js';
import { explained, ProxyError } from './proxy-error.js';

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
export class ProxiedHandler implements Dispatcher.DispatchHandler {
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
