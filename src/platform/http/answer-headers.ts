import type { IncomingMessage } from 'node:http';
import type { AccessPolicy } from './access-policy.js';

/**
 * Headers that every answer carries, whatever becomes of the request,
 * besides those of `browser-policy.ts`. No CORS library: what a foreign origin gets is prescribed.
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

/** A page of another origin names a request only where it asks whether it may. */
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
