import type { IncomingMessage } from 'node:http';

/** Only path and query of the address count; it has no host. */
const anyHost = 'http://office';

/** The path of an upgrade; null if its address is invalid. */
export function pathOf({ url = '' }: IncomingMessage): string | null {
  return URL.canParse(url, anyHost) ? new URL(url, anyHost).pathname : null;
}

export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return URL.canParse(url, anyHost) ? new URL(url, anyHost).searchParams : new URLSearchParams();
}
