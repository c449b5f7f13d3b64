import { isLoopbackHost } from '../net/addresses.js';

/**
 * True if a page of this origin may change things and read answers: a loopback origin, or one that
 * the operator listed. Unparsable origins, including `null`, never are.
 */
export function isTrustedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return isLoopbackHost(url.hostname) || allowed.includes(url.origin);
}
