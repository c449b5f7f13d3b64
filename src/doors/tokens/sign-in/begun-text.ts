import { z } from 'zod';
import type { Begun } from './openid-provider.js';

const begun = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/** What a sign-in is recognised by, as the text of a cookie. */
export function begunText({ state, nonce, verifier }: Begun): string {
  return Buffer.from(JSON.stringify({ state, nonce, verifier })).toString('base64url');
}

/** Null: it is none. */
export function begunIn(text: string | null): Begun | null {
  try {
    return begun.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
}
