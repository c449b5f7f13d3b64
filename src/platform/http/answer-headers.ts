import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { AccessPolicy } from './access-policy.js';

/**
 * Headers that every answer carries, whatever becomes of the request, besides what browsers are
 * told. No CORS library: what a foreign origin gets is prescribed.
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

type Sources = Readonly<Record<string, readonly string[]>>;

/** An answer that is no page: nothing is loaded, run, submitted or framed. */
const nothing: Sources = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Swagger UI: its own files, its inline style sheet, its embedded pictures, requests to this API. */
const explorer: Sources = {
  ...nothing,
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
};

/** The console: its own scripts, style sheets, pictures and requests; nothing inline. */
const consolePage: Sources = {
  ...nothing,
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
};

const forAnswers = policyOf(nothing);
const forExplorer = policyOf(explorer);
const forConsole = policyOf(consolePage);

/** Sets the headers that tell a browser what an answer may do: the same for every method and status. */
export function setBrowserPolicy(response: ServerResponse, path: string): void {
  for (const [name, value] of policyFor(path)) response.setHeader(name, value);
}

type Headers = readonly (readonly [string, string])[];

function policyFor(path: string): Headers {
  if (path === '/') return forConsole;
  return path === '/docs' || path.startsWith('/docs/') ? forExplorer : forAnswers;
}

/**
 * What helmet sets, asked once: every directive is a constant. The service speaks plain HTTP, so
 * neither an upgrade of requests nor strict transport security is demanded: that is up to the
 * operator's proxy, whose other names it would bind as well.
 */
function policyOf(directives: Sources): Headers {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  setHeaders(request, response, () => {});
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
