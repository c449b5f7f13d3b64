import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { consolePage } from '../../protocol/texts/http.js';

/** Folder of the built console; the same path from `src` and from `dist`. */
const built = fileURLToPath(new URL('../../../dist/console', import.meta.url));

const encodings = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves the console at `/`, its service worker and its files under `/assets/`. Without a build,
 * `/` says how to build it; a build made later is served without a restart.
 */
export function serveConsole(app: NestExpressApplication, folder = built): void {
  const server = app.getHttpAdapter().getInstance();
  const page = join(folder, 'index.html');
  server.get('/', (_request, response) => {
    // With `root`, a dot directory above it does not make the file a hidden one.
    if (existsSync(page)) response.sendFile('index.html', { root: folder, cacheControl: false });
    else response.status(503).type('html').send(consolePage.notBuilt);
  });
  // At the root, because it shows messages for the page there. Not cached, so that browsers update
  // it.
  server.get('/service-worker.js', (_request, response, next) => {
    const options = { root: folder, cacheControl: false };
    response.sendFile('service-worker.js', options, (error) => error && next());
  });
  const assets = join(folder, 'assets');
  server.use('/assets', chooseEncoding(assets), express.static(assets, assetOptions));
}

/** Names of assets contain a hash of their content, so they may be cached for ever. */
const assetOptions = {
  index: false,
  redirect: false,
  setHeaders(response: Response, path: string): void {
    response.set({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const encoding = encodingOf(path);
    if (encoding === undefined) return;
    const [, extension = ''] = /(\.[a-z]+)\.[a-z]+$/.exec(path) ?? [];
    response.set('content-encoding', encoding).type(extension);
  },
};

function encodingOf(path: string): string | undefined {
  return Object.entries(encodings).find(([, suffix]) => path.endsWith(suffix))?.[0];
}

/** Serves the compressed file beside an asset if the browser accepts its encoding. */
function chooseEncoding(assets: string): RequestHandler {
  return (request, _response, next) => {
    const suffix = suffixFor(request);
    const name = /^\/([\w.-]+)$/.exec(request.path)?.[1];
    if (suffix !== null && name !== undefined && existsSync(join(assets, name + suffix))) {
      request.url = `/${name}${suffix}`;
    }
    next();
  };
}

/** Prefers the smaller encoding, whatever the order in the header. */
function suffixFor(request: Request): string | null {
  if (request.acceptsEncodings('br') === 'br') return encodings.br;
  return request.acceptsEncodings('gzip') === 'gzip' ? encodings.gzip : null;
}
