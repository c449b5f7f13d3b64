import type { IncomingMessage } from 'node:http';
import type { AccessPolicy } from './access-policy.js';

/**
 * Sets the headers that every answer carries, besides those of `browser-policy.ts`. Not a CORS
 * library, because the interface prescribes the answer to foreign origins.
 */
export function answerHeaders(
  request: IncomingMessage,
  policy: AccessPolicy,
): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'access-control-allow-origin': allowedOrigin(request, policy),
    'access-control-allow-headers': allowedHeaders(request, policy).join(', '),
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  };
}

/** Other origins learn the allowed headers only in a preflight. */
function allowedHeaders(
  { headers }: IncomingMessage,
  { wantsToken }: AccessPolicy,
): readonly string[] {
  const { 'access-control-request-headers': asked = '' } = headers;
  return [
    'content-type',
    ...(wantsToken ? ['authorization'] : []),
    ...(/\bidempotency-key\b/i.test(asked) ? ['idempotency-key'] : []),
  ];
}

/**
 * The request's origin if it is trusted, else the literal `null`. A page with the origin `null` (a
 * sandboxed frame, a file) would match that literal and could read everything, so it gets a foreign
 * origin.
 */
function allowedOrigin(request: IncomingMessage, policy: AccessPolicy): string {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  if (origin !== undefined && policy.trustsOrigin(request)) return origin;
  const opaquePage = origin === 'null' && fetchSite !== undefined;
  return opaquePage ? 'http://localhost' : 'null';
}
