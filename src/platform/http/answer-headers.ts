import type { IncomingMessage } from 'node:http';
import type { AccessPolicy } from './access-policy.js';

/**
 * Headers that every answer carries, whatever becomes of the request (behaviour-server.md 1.1),
 * besides those of `browser-policy.ts`. No CORS library: what a foreign origin gets is prescribed.
 */
export function answerHeaders(
  request: IncomingMessage,
  policy: AccessPolicy,
): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'access-control-allow-origin': allowedOrigin(request, policy),
    'access-control-allow-headers': policy.wantsToken
      ? 'content-type, authorization'
      : 'content-type',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  };
}

/**
 * The request's own origin when it is trusted, else the literal `null`. Except to a browser page
 * whose origin is itself `null` (a sandboxed frame, a file): there the literal would be a match and
 * hand the page every read, so it gets an origin that it does not have.
 */
function allowedOrigin(request: IncomingMessage, policy: AccessPolicy): string {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  if (origin !== undefined && policy.trustsOrigin(request)) return origin;
  const opaquePage = origin === 'null' && fetchSite !== undefined;
  return opaquePage ? 'http://localhost' : 'null';
}
