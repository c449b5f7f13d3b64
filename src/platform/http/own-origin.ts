import { bareHost } from '../net/addresses.js';
import type { Scheme } from './forwarded-headers.js';

/** How a client reached the service. */
export interface Addressed {
  /** As a `Host` header names it. */
  readonly host: string | undefined;
  /** Null: nobody has said. */
  readonly scheme: Scheme | null;
}

/**
 * Whether a page of this origin was served under the address that is asked now. Of the scheme only
 * a proxy can tell: without one that does, both count.
 */
export function isOwnOrigin(origin: string, { host, scheme }: Addressed): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (!['http:', 'https:'].includes(page.protocol)) return false;
  if (scheme !== null && page.protocol !== `${scheme}:`) return false;
  // Parsed with the page's scheme, whose port may be left out.
  const asked = `${page.protocol}//${host}`;
  return URL.canParse(asked) && placeOf(new URL(asked)) === placeOf(page);
}

function placeOf({ hostname, port }: URL): string {
  return `${bareHost(hostname)} ${port}`;
}
