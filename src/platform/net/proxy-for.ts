import type { ProxiesConfig, ProxyAddress } from '../config/proxy-address.js';
import { goesDirect } from './goes-direct.js';

/** All connections are direct. */
export const noProxies: ProxiesConfig = { http: null, https: null, direct: [] };

/** The proxy for a URL; null: direct. */
export function proxyFor(url: URL, proxies: ProxiesConfig): ProxyAddress | null {
  const proxy = /^(?:https|wss):$/.test(url.protocol) ? proxies.https : proxies.http;
  return proxy === null || goesDirect(url, proxies.direct) ? null : proxy;
}
