import type { IncomingMessage } from 'node:http';

/** Only the path and query of the address count; it has no host of its own. */
const anyHost = 'http://office';

/** The path that an upgrade asks for; null when its address makes no sense. */
export function pathOf({ url = '' }: IncomingMessage): string | null {
  return URL.canParse(url, anyHost) ? new URL(url, anyHost).pathname : null;
}

export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return URL.canParse(url, anyHost) ? new URL(url, anyHost).searchParams : new URLSearchParams();
}
