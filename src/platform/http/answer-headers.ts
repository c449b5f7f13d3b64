import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { consolePage as pageTexts } from '../../protocol/texts/http.js';
import type { AccessPolicy } from './access-policy.js';

/**
 * Sets the headers that every answer carries, besides those that tell browsers the policy. Not a CORS
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

type Sources = Readonly<Record<string, readonly string[]>>;

/** For answers that are not pages: nothing may be loaded, run, submitted or framed. */
const nothing: Sources = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** For Swagger UI: its own files, inline style sheet, embedded pictures, requests to this API. */
const explorer: Sources = {
  ...nothing,
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
};

/** For the console: its own scripts, style sheets, pictures and requests; nothing inline. */
const consolePage: Sources = {
  ...nothing,
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
};

/** For the page of a question: its own form, and nothing loaded. */
const questionPage: Sources = { ...nothing, 'form-action': ["'self'"] };

/** For the page while the service starts: what loads it again. */
const startingPage: Sources = {
  ...nothing,
  'script-src': [`'sha256-${createHash('sha256').update(pageTexts.loadAgain).digest('base64')}'`],
};

const forAnswers = policyOf(nothing);
const forQuestion = policyOf(questionPage);
const forExplorer = policyOf(explorer);
const forConsole = policyOf(consolePage);
const forStart = policyOf(startingPage);

/** Sets the headers that restrict browsers; the same for every method and status. */
export function setBrowserPolicy(response: ServerResponse, path: string): void {
  for (const [name, value] of policyFor(path)) response.setHeader(name, value);
}

export function setStartingPolicy(response: ServerResponse): void {
  for (const [name, value] of forStart) response.setHeader(name, value);
}

type Headers = readonly (readonly [string, string])[];

function policyFor(path: string): Headers {
  if (path === '/') return forConsole;
  if (path.startsWith('/answers/')) return forQuestion;
  return path === '/docs' || path.startsWith('/docs/') ? forExplorer : forAnswers;
}

/**
 * Helmet's headers, computed once because all directives are constant. The service speaks plain
 * HTTP, so it demands neither upgraded requests nor strict transport security; the latter would
 * bind other names of the operator's proxy too.
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
