import { createHash } from 'node:crypto';

/**
 * Opaque data with which a provider signs its output. Clients cannot read it; the provider
 * recognises it without storing it.
 */
export function sign(...parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
  return `Eq${digest.replaceAll(/[+/=]/g, 'x')}`;
}

/** Data that only the provider can read; the client sends it back. */
export function seal(prefix: string, content: unknown): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${prefix}${payload}.${sign(prefix, payload)}`;
}

/** The sealed content; null if another provider sealed it. */
export function unseal(prefix: string, sealed: string): unknown {
  if (!sealed.startsWith(prefix)) return null;
  const [payload = '', mark] = sealed.slice(prefix.length).split('.');
  if (mark !== sign(prefix, payload)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as unknown;
}

/** An id of this length, derived from the seed. */
export function idFrom(seed: string, length: number): string {
  return createHash('sha512')
    .update(seed)
    .digest('base64')
    .replaceAll(/[+/=]/g, '')
    .slice(0, length);
}
