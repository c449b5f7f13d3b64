import type { IncomingMessage } from 'node:http';

/** Holds the token of a person who signed in. */
export const sessionCookie = 'office_session';

/** A cookie of a request as it was set; null if there is none. */
export function cookieOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string) {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : decoded(found.slice(name.length + 1));
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
