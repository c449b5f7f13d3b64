import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { proxyTexts } from '../../protocol/texts/proxies.js';
import { explained, ProxyError } from './proxy-error.js';

type Controller = Dispatcher.DispatchController;

/** How a request travels. */
interface Passage {
  /** Of the proxy, as it may be shown. */
  readonly proxy: string;
  /** What is asked. */
  readonly host: string;
  /** A page for people is no answer, but one of the proxy's own, or of what stands behind it. */
  readonly refusesPages: boolean;
}

/** Passes on what comes back through a proxy, and tells failures in words that name it. */
export class ProxiedHandler implements Dispatcher.DispatchHandler {
  private failed = false;
  /** None before the request has a connection: what fails until then has nothing to end. */
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

  /** Ends the request too: what has come of a refusal is of no use. */
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
