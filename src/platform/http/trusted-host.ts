import { isIP } from 'node:net';
import { bareHost, isLoopbackHost } from '../net/addresses.js';

/** A host name or address with an optional port, as in a `Host` header. */
const hostHeader = /^(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i;

/**
 * True if the service answers to this `Host` header: a loopback name, an IP address (DNS rebinding
 * needs a name) or a name that the operator listed.
 */
export function isTrustedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const host = hostHeader.exec(header ?? '')?.groups?.['host'];
  if (host === undefined) return false;
  const bare = bareHost(host);
  return isLoopbackHost(bare) || isIP(bare) !== 0 || allowed.includes(bare);
}
