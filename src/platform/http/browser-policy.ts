import type { IncomingMessage, ServerResponse } from 'node:http';
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
export function setBrowserPolicy(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  // Every directive is a constant, so there is no error to pass on.
  policyFor(path)(request, response, () => {});
}

function policyFor(path: string): ReturnType<typeof helmet> {
  if (path === '/') return forConsole;
  return path === '/docs' || path.startsWith('/docs/') ? forExplorer : forAnswers;
}

/**
 * The service speaks plain HTTP, so neither an upgrade of requests nor strict transport security is
 * demanded: that is up to the operator's proxy, whose other names it would bind as well.
 */
function policyOf(directives: Sources): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
}
