import { proxyTexts } from '../../protocol/texts/proxies.js';
import { causesOf, innermostMessage } from '../errors/error-text.js';

/** A request that did not come through a proxy; the message names both hosts. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';

  constructor(
    message: string,
    /** Of what went wrong on the way. */
    readonly code?: unknown,
    /** The proxy refuses this request, and would refuse it again. */
    readonly refuses = false,
  ) {
    super(message);
  }
}

const ended = new Set(['AbortError', 'TimeoutError']);

/** What went wrong on the way through a proxy, in words; whoever ended the request has their own. */
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

/** undici tells a proxy's refusal in its messages alone. */
function statusIn(message: string): number | null {
  const found = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(message);
  return found === null ? null : Number(found[1] ?? found[2]);
}
