import { createHash, timingSafeEqual } from 'node:crypto';

/** The token of an `Authorization: Bearer` header; null if there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** Compares in constant time. */
export function isSameToken(given: string | null, expected: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== null;
}

/** The comparison needs equal lengths. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
