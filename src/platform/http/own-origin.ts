import { bareHost } from '../net/addresses.js';
import type { Scheme } from './forwarded-headers.js';

/** The address that a client used. */
export interface Addressed {
  /** Host and port, as in a `Host` header. */
  readonly host: string | undefined;
  /** Null: unknown. */
  readonly scheme: Scheme | null;
}

/**
 * True if a page of this origin was served under the requested address. Only a proxy knows the
 * scheme; without its word both schemes count.
 */
export function isOwnOrigin(origin: string, { host, scheme }: Addressed): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (!['http:', 'https:'].includes(page.protocol)) return false;
  if (scheme !== null && page.protocol !== `${scheme}:`) return false;
  // Parsed with the page's scheme, whose default port may be left out.
  const asked = `${page.protocol}//${host}`;
  return URL.canParse(asked) && placeOf(new URL(asked)) === placeOf(page);
}

function placeOf({ hostname, port }: URL): string {
  return `${bareHost(hostname)} ${port}`;
}
