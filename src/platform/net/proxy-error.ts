import { proxyTexts } from '../../protocol/texts/proxies.js';
import { causesOf, innermostMessage } from '../errors/error-text.js';

/** A request failed at a proxy; the message names both hosts. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';

  constructor(
    message: string,
    /** Code of the underlying error. */
    readonly code?: unknown,
    /** True: the proxy refuses this request and would do so again. */
    readonly refuses = false,
  ) {
    super(message);
  }
}

const ended = new Set(['AbortError', 'TimeoutError']);

/** Explains a failure at a proxy; an abort by the caller is returned unchanged. */
export function explained(error: Error, proxy: string, host: string): Error {
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
