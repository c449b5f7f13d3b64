import { isIP } from 'node:net';

/** A host name or address with an optional port, as it stands in a `Host` header. */
const hostHeader = /^(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i;

/** `localhost` and names under it, `127.0.0.1`, `::1`: compared as spelled, never resolved. */
export function isLoopbackName(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1'].includes(host) || host.endsWith('.localhost');
}

/** Whether only this machine can reach what listens on the address. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackName(address.toLowerCase()) || /^127(\.\d{1,3}){3}$/.test(address);
}

/**
 * Whether the service answers under this `Host` header: a loopback name, an IP address (an attack
 * by DNS rebinding needs a name) or a name the operator listed (decisions.md B8).
 */
export function isTrustedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const host = hostHeader.exec(header ?? '')?.groups?.['host']?.toLowerCase();
  if (host === undefined) return false;
  const bare = withoutBrackets(host);
  return isLoopbackName(bare) || isIP(bare) !== 0 || allowed.includes(bare);
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
