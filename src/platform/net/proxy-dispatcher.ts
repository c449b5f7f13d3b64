import { Dispatcher, ProxyAgent } from 'undici';
import type { ProxiesConfig, ProxyAddress } from '../config/proxy-address.js';
import { ProxiedHandler } from './proxied-handler.js';
import { proxyFor } from './proxy-for.js';

export interface ProxyDispatcherOptions {
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
