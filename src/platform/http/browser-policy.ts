import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

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

const forAnswers = policyOf(nothing);
const forExplorer = policyOf(explorer);
const forConsole = policyOf(consolePage);

/** Sets the headers that restrict browsers; the same for every method and status. */
export function setBrowserPolicy(response: ServerResponse, path: string): void {
  for (const [name, value] of policyFor(path)) response.setHeader(name, value);
}

type Headers = readonly (readonly [string, string])[];

function policyFor(path: string): Headers {
  if (path === '/') return forConsole;
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
