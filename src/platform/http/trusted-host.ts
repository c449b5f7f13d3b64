import { isIP } from 'node:net';
import { bareHost, isLoopbackHost } from '../net/addresses.js';

/** A host name or address with an optional port, as it stands in a `Host` header. */
const hostHeader = /^(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i;

/**
 * Whether the service answers under this `Host` header: a loopback name, an IP address (an attack
 * by DNS rebinding needs a name) or a name the operator listed.
 */
export function isTrustedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const host = hostHeader.exec(header ?? '')?.groups?.['host'];
  if (host === undefined) return false;
  const bare = bareHost(host);
  return isLoopbackHost(bare) || isIP(bare) !== 0 || allowed.includes(bare);
}
