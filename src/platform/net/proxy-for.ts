import ipaddr from 'ipaddr.js';
import type { ProxiesConfig, ProxyAddress } from '../config/proxy-address.js';
import { bareHost, isLoopbackHost } from './addresses.js';

/** The proxy for a URL; null: direct. */
export function proxyFor(url: URL, proxies: ProxiesConfig): ProxyAddress | null {
  const proxy = /^(?:https|wss):$/.test(url.protocol) ? proxies.https : proxies.http;
  return proxy === null || goesDirect(url, proxies.direct) ? null : proxy;
}

/**
 * True if a URL is reached without a proxy: loopback hosts, and hosts in the entries of `NO_PROXY`.
 * An entry is a host including its subdomains (as in curl, Go and Python), with or without a
 * leading `.` or `*.`; an IP address; a block such as `10.0.0.0/8`; each optionally with a port; or
 * `*` for everything. Names are compared as written, never resolved. Not `proxy-from-env`, which knows
 * no blocks.
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
