import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

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
