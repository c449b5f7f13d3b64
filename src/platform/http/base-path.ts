import type { IncomingMessage, Server } from 'node:http';

/**
 * Serves the base path as if requests came to the root. The root itself stays available, for probes
 * and for proxies that strip the path.
 */
export function serveUnder(server: Server, basePath: string): void {
  if (basePath === '') return;
  const strip = (request: IncomingMessage): void => {
    request.url = withoutBase(request.url ?? '', basePath);
  };
  server.prependListener('request', strip).prependListener('upgrade', strip);
}

/** The target below the base path; a target outside it is returned unchanged. */
export function withoutBase(target: string, basePath: string): string {
  return target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : target;
}

/**
 * Redirect target for a request for the base path without its trailing slash, which would break the
 * page's relative links. Null for all other requests.
 */
export function slashMissing(target: string, basePath: string): string | null {
  const [path = '', ...query] = target.split('?');
  if (basePath === '' || path !== basePath) return null;
  const last = basePath.slice(basePath.lastIndexOf('/') + 1);
  return [`${last}/`, ...query].join('?');
}
