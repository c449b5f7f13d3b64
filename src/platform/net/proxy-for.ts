import ipaddr from 'ipaddr.js';
import type { ProxiesConfig, ProxyAddress } from '../config/proxy-address.js';
import { bareHost, isLoopbackHost } from './addresses.js';

/** Nothing stands between. */
export const noProxies: ProxiesConfig = { http: null, https: null, direct: [] };

/** The proxy by which a URL is reached; null: it is reached directly. */
export function proxyFor(url: URL, proxies: ProxiesConfig): ProxyAddress | null {
  const proxy = /^(?:https|wss):$/.test(url.protocol) ? proxies.https : proxies.http;
  return proxy === null || goesDirect(url, proxies.direct) ? null : proxy;
}

/**
 * Whether a URL is reached without a proxy: a loopback host always, and what the entries of `NO_PROXY`
 * name. An entry is a host, which stands for its subdomains too (as for curl, Go and Python), with or
 * without a leading `.` or `*.`; an IP address; a block of addresses as `10.0.0.0/8`; each with a port
 * if it is meant for that port only; or `*` for everything. Names are compared as written, never
 * resolved.
 */
export function goesDirect(url: URL, entries: readonly string[]): boolean {
  const host = bareHost(url.hostname);
  if (isLoopbackHost(host)) return true;
  const port = url.port === '' ? usualPorts[url.protocol] : url.port;
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [name, only] = splitPort(entry);
    return (only === undefined || only === port) && covers(name, host);
  });
}

const usualPorts: Readonly<Record<string, string | undefined>> = {
  'http:': '80',
  'ws:': '80',
  'https:': '443',
  'wss:': '443',
};

/** An IPv6 address without brackets has no port. */
function splitPort(entry: string): readonly [string, string | undefined] {
  const { name = entry, port } =
    /^(?<name>\[[^\]]*\]|[^:]*):(?<port>\d+)$/.exec(entry)?.groups ?? {};
  return [bareHost(name), port];
}

function covers(name: string, host: string): boolean {
  if (ipaddr.isValid(host)) return coversAddress(name, ipaddr.process(host));
  const domain = name.replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function coversAddress(name: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ipaddr.isValidCIDR(name)) {
    const [network, bits] = ipaddr.parseCIDR(name);
    return network.kind() === address.kind() && address.match([network, bits]);
  }
  if (!ipaddr.isValid(name)) return false;
  return ipaddr.process(name).toNormalizedString() === address.toNormalizedString();
}
