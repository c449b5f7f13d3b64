import type { IncomingMessage, Server } from 'node:http';

/**
 * Serves what is asked under the base path as if it were asked at the root, where it stays as well:
 * for probes, and for proxies that strip the path.
 */
export function serveUnder(server: Server, basePath: string): void {
  if (basePath === '') return;
  const strip = (request: IncomingMessage): void => {
    request.url = withoutBase(request.url ?? '', basePath);
  };
  server.prependListener('request', strip).prependListener('upgrade', strip);
}

/** The target of a request as it is below the base path; another one as it is. */
export function withoutBase(target: string, basePath: string): string {
  return target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : target;
}

/**
 * Where the page is, for a request that names the base path without the slash at its end: what the
 * page names relatively would be looked for beside it. Null for any other request.
 */
export function slashMissing(target: string, basePath: string): string | null {
  const [path = '', ...query] = target.split('?');
  if (basePath === '' || path !== basePath) return null;
  const last = basePath.slice(basePath.lastIndexOf('/') + 1);
  return [`${last}/`, ...query].join('?');
}
