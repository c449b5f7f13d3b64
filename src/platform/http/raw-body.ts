import type { IncomingMessage } from 'node:http';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Paths with signed bodies, whose bytes are kept until the answer; matched like routes. */
const signedPaths = /^\/(?:hooks\/[^/]+|forges\/[^/]+\/webhook)\/?$/i;

/** Bytes of a signed body: callers such as forges send whole documents. */
export const signedBodyBytes = 1024 * 1024;

export function isSignedPath(path: string): boolean {
  return signedPaths.test(path);
}

export function keepRawBody(request: IncomingMessage, bytes: Buffer): void {
  bodies.set(request, bytes);
}

/** The body as it was sent, of a request whose body is signed. */
export function rawBodyOf(request: IncomingMessage): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}
