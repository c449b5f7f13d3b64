import { createHash } from 'node:crypto';

/**
 * Opaque data a vendor signs what it said with. It says nothing to a client, and the vendor knows
 * its own again without having kept it.
 */
export function sign(...parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
  return `Eq${digest.replaceAll(/[+/=]/g, 'x')}`;
}

/** Data the vendor sealed for itself: the client carries it, the vendor opens it. */
export function seal(prefix: string, content: unknown): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${prefix}${payload}.${sign(prefix, payload)}`;
}

/** The sealed content; null when the seal is not the vendor's own. */
export function unseal(prefix: string, sealed: string): unknown {
  if (!sealed.startsWith(prefix)) return null;
  const [payload = '', mark] = sealed.slice(prefix.length).split('.');
  if (mark !== sign(prefix, payload)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as unknown;
}

/** An id of so many characters that follows from its seed. */
export function idFrom(seed: string, length: number): string {
  return createHash('sha512')
    .update(seed)
    .digest('base64')
    .replaceAll(/[+/=]/g, '')
    .slice(0, length);
}
