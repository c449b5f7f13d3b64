import { webTexts } from '../../protocol/texts/tools.js';
import type { ProxiesConfig, ProxyAddress } from '../config/proxy-address.js';
import { bareHost } from './addresses.js';
import { AddressRefusedError, FetchFailedError } from './fetch-errors.js';
import { allowedAddresses, type HostAddress, type HostResolver } from './host-addresses.js';
import type { NetworkAccess } from './network-access.js';
import { proxyFor } from './proxy-for.js';

/** How a host that was judged is reached: by a proxy, or directly at the addresses that were judged. */
export interface Way {
  /** Null: directly. */
  readonly proxy: ProxyAddress | null;
  /** None where a proxy resolves the name. */
  readonly addresses: readonly HostAddress[];
}

/** Where names are resolved, and the proxies of the service's own environment. */
export interface Ways {
  readonly resolve: HostResolver;
  readonly proxies: ProxiesConfig;
}

/**
 * The way to the host of a URL.
 *
 * @throws AddressRefusedError, or FetchFailedError if the name does not resolve.
 */
export async function judgedWay(
  url: URL,
  access: NetworkAccess,
  { resolve, proxies }: Ways,
): Promise<Way> {
  const proxy = proxyFor(url, proxies);
  if (proxy === null) {
    return { proxy, addresses: await allowedAddresses(url, access, resolve) };
  }
  await judgeForProxy(url, access, resolve);
  return { proxy, addresses: [] };
}

/**
 * Checks the host of a URL that a proxy resolves: by its addresses if they can be resolved here,
 * else by name only.
 *
 * @throws AddressRefusedError
 */
async function judgeForProxy(
  url: URL,
  access: NetworkAccess,
  resolve: HostResolver,
): Promise<void> {
  try {
    await allowedAddresses(url, access, resolve);
  } catch (error) {
    if (!(error instanceof FetchFailedError)) throw error;
    const host = bareHost(url.hostname);
    if (!access.allowsUnresolved(host, url)) {
      throw new AddressRefusedError(webTexts.notPublicHost(host), { cause: error });
    }
  }
}
