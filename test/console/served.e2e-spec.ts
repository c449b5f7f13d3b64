import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { Module } from '@nestjs/common';
import { AppModule } from '../../src/app.module.js';
import { serveConsole } from '../../src/platform/http/serve-console.js';
import { OfficeClient } from '../support/office-client.js';
import { repositoryRoot } from '../support/run-program.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

@Module({})
class NoModule {}

const assets = join(repositoryRoot, 'dist/console/assets');
const describeBuilt = existsSync(assets) || process.env.CI === 'true' ? describe : describe.skip;

describeBuilt('the console as it is served', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_API_TOKEN: 'secret' },
    });
  });
  afterAll(() => office.close());
  const get = (path: string, headers = {}) => office.client.get(path, { headers });

  it('is a page without a token, which may load and do nothing from elsewhere', async () => {
    const { status, headers, text } = await get('/');
    expect(status).toBe(200);
    expect(text).toContain('<div id="root">');
    expect(text).not.toMatch(/(src|href)="https?:/);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';" +
        "script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self'",
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('has files that are kept for good, compressed as the browser takes them', async () => {
    const script = readdirSync(assets).find((name) => /^index-.*\.js$/.test(name)) ?? '';
    const plain = await get(`/assets/${script}`);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['cache-control']).toContain('immutable');
    const accept = { 'accept-encoding': 'gzip, br' };
    const small = await get(`/assets/${script}`, accept);
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers['content-type']).toMatch(/^text\/javascript/);
    expect(small.headers.vary).toContain('accept-encoding');
    expect(Number(small.headers['content-length'])).toBeLessThan(250_000);
  });

  it.each(['/assets/nothing.js', '/assets/../index.html', '/assets/%2e%2e/.built', '/assets/'])(
    'has nothing else: %s',
    async (path) => {
      expect((await get(path)).status).toBeGreaterThanOrEqual(403);
    },
  );

  it('leaves the API to those with a token, and the explorer as it was', async () => {
    expect((await get('/api/state')).status).toBe(403);
    expect((await get('/docs')).status).toBe(200);
  });
});

/** A service that serves this folder as the console, and nothing else. */
async function serving(folder: string) {
  const app = await NestFactory.create<NestExpressApplication>(NoModule, new ExpressAdapter(), {
    logger: false,
  });
  serveConsole(app, folder);
  await app.listen(0, '127.0.0.1');
  return { app, client: new OfficeClient(Number(new URL(await app.getUrl()).port)) };
}

describe('a service that is installed below a dot directory', () => {
  const directory = temporaryDirectory();
  let app: NestExpressApplication;
  let client: OfficeClient;
  beforeAll(async () => {
    const folder = join(directory('home'), '.apps', 'console');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.html'), '<title>Console</title>');
    ({ app, client } = await serving(folder));
  });
  afterAll(() => app.close());

  it('serves the page', async () => {
    const { status, text } = await client.get('/');
    expect(status).toBe(200);
    expect(text).toBe('<title>Console</title>');
  });
});

describe('a service whose console is not built', () => {
  const directory = temporaryDirectory();
  let app: NestExpressApplication;
  let client: OfficeClient;
  beforeAll(async () => {
    ({ app, client } = await serving(directory('nothing')));
  });
  afterAll(() => app.close());

  it('says at its address how to build it', async () => {
    const { status, text, headers } = await client.get('/');
    expect(status).toBe(503);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain('npm run build');
  });
});
