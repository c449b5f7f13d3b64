import { isLoopbackHost } from '../net/addresses.js';

/**
 * Whether a page of this origin may change things and read answers: a loopback origin, or one the
 * operator listed. An origin that does not parse, the word `null` included, is neither.
 */
export function isTrustedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return isLoopbackHost(url.hostname) || allowed.includes(url.origin);
}
