import type { IncomingHttpHeaders } from 'node:http';
import type { SecurityConfig } from '../config/office-config.js';
import { isTrustedOrigin } from './trusted-origin.js';

/**
 * Headers that every answer carries, whatever becomes of the request (behaviour-server.md 1.1),
 * besides those of `browser-policy.ts`. No CORS library: what a foreign origin gets is prescribed.
 */
export function answerHeaders(
  request: IncomingHttpHeaders,
  security: SecurityConfig,
): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'access-control-allow-origin': allowedOrigin(request, security),
    'access-control-allow-headers': allowedHeaders(request, security).join(', '),
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  };
}

/** A page of another origin names a request only where it asks whether it may. */
function allowedHeaders(
  { 'access-control-request-headers': asked = '' }: IncomingHttpHeaders,
  { apiToken }: SecurityConfig,
): readonly string[] {
  return [
    'content-type',
    ...(apiToken === null ? [] : ['authorization']),
    ...(/\bidempotency-key\b/i.test(asked) ? ['idempotency-key'] : []),
  ];
}

/**
 * The request's own origin when it is trusted, else the literal `null`. Except to a browser page
 * whose origin is itself `null` (a sandboxed frame, a file): there the literal would be a match and
 * hand the page every read, so it gets an origin that it does not have.
 */
function allowedOrigin(
  { origin, 'sec-fetch-site': fetchSite }: IncomingHttpHeaders,
  security: SecurityConfig,
): string {
  if (origin !== undefined && isTrustedOrigin(origin, security.allowedOrigins)) return origin;
  const opaquePage = origin === 'null' && fetchSite !== undefined;
  return opaquePage ? 'http://localhost' : 'null';
}
