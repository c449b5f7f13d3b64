import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type { PluginSystemState } from '../../src/protocol/records/plugins.js';
import {
  completeRun,
  startService,
  type ServiceProcess,
} from '../container/support/service-process.js';
import { repositoryRoot } from '../support/run-program.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

const built = join(repositoryRoot, 'dist');

/** Put into the service before anything else: writes down every file that is loaded from packages. */
const tellLoads = `
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread && process.argv[1].endsWith('main.js')) {
    registerHooks({
      load(url, context, next) {
        if (url.includes('/node_modules/')) appendFileSync(process.env.LOADED, url + '\\n');
        return next(url, context);
      },
    });
  }`;

/** The packages from which the process loaded code, past the bundle. */
async function packagesIn(file: string): Promise<ReadonlySet<string>> {
  const urls = (await readFile(file, 'utf8')).trim().split('\n');
  const names = urls.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url);
  return new Set(names);
}

/** What `npm run build` makes of the sources, against the sources themselves. */
describe('the bundle', () => {
  let app: string;
  let service: ServiceProcess;
  let sources: RunningOffice;

  beforeAll(async () => {
    app = await mkdtemp(join(tmpdir(), 'office-bundle-'));
    for (const part of ['dist', 'node_modules', 'package.json', 'skills', 'plugins']) {
      await symlink(join(repositoryRoot, part), join(app, part));
    }
    const preload = `--import=data:text/javascript,${encodeURIComponent(tellLoads)}`;
    const env = { NODE_OPTIONS: preload, LOADED: join(app, 'loaded.txt') };
    service = await startService({ app, env });
    sources = await startOffice({ root: (foundations) => AppModule.on(foundations) });
  }, 60_000);

  afterAll(async () => {
    await sources.close();
    await service.stop();
    await rm(app, { recursive: true });
  });

  it('describes the API like the sources, byte for byte', async () => {
    const [bundled, loaded] = await Promise.all([
      service.client.get('/openapi.json'),
      sources.client.get('/openapi.json'),
    ]);
    expect(bundled.text).toBe(loaded.text);
  });

  it.each([
    ['/api/submit', {}],
    ['/api/submit', { brief: 7, pipelineId: [], more: true }],
    ['/api/memory', { text: '', kind: 'none' }],
    ['/api/floors', 'not JSON'],
  ])('refuses a body for %s in the same words', async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const [bundled, loaded] = await Promise.all([
      service.client.post(path, body, { headers }),
      sources.client.post(path, body, { headers }),
    ]);
    expect([bundled.status, bundled.text]).toEqual([loaded.status, loaded.text]);
    expect(loaded.status).toBeGreaterThanOrEqual(400);
  });

  it('serves the explorer with its files', async () => {
    const page = await service.client.get('/docs');
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { pathname } = new URL(file, 'http://office/docs');
      expect((await service.client.get(pathname)).status).toBe(200);
    }
  });

  it('starts the processes and threads that stay beside it', async () => {
    const { body } = await service.client.get<PluginSystemState>('/api/plugins');
    const echo = body.records.find(({ manifest }) => manifest.id === 'office.office-echo');
    expect([echo?.status, echo?.contributions.tools]).toEqual(['loaded', 1]);
    expect((await completeRun(service, 'What is a bundle?')).status).toBe('done');
    expect(service.warnings()).toEqual([]);
  });

  it('loads no package twice: from node_modules comes what is not in it', async () => {
    await service.client.get('/docs');
    const licences = await readFile(join(built, 'chunks/licences.txt'), 'utf8');
    const loaded = await packagesIn(join(app, 'loaded.txt'));
    for (const name of ['better-sqlite3', 'swagger-ui-dist']) expect(loaded).toContain(name);
    for (const name of loaded) expect(licences).not.toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it.each(['chunks', 'cli'])('names only files that are there, in %s', async (folder) => {
    const named = await namedIn(folder);
    expect(named.length).toBeGreaterThan(2);
    for (const path of named)
      expect([path, existsSync(join(built, folder, path))]).toEqual([path, true]);
  });

  it('starts threads by their own files', async () => {
    const named = await namedIn('chunks');
    // Whoever starts a thread names it relative to itself.
    const threads = globSync('**/*.worker.js', { cwd: built });
    expect(threads.length).toBeGreaterThan(1);
    for (const thread of threads) {
      expect(named).toContain(`../${thread.replace('.worker.js', '.js')}`);
    }
  });

  it('leaves the programs that simulated employees write as they are', () => {
    const line = "\nif (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {";
    const held = globSync('**/*.js', { cwd: join(built, 'chunks') })
      .map((file) => readFileSync(join(built, 'chunks', file), 'utf8'))
      .flatMap((text) => text.split(line).slice(1));
    expect(held).toHaveLength(2);
  });

  it('loads hardly anything before the version and the credentials are looked at', () => {
    const first = closure(join(built, 'main.js'));
    const bytes = [...first].reduce((sum, file) => sum + readFileSync(file).length, 0);
    expect(bytes).toBeLessThan(120_000);
  });
});

/** What the files of a folder of the build name relative to themselves. */
async function namedIn(folder: string): Promise<readonly string[]> {
  const files = (await readdir(join(built, folder))).filter((file) => file.endsWith('.js'));
  return files.flatMap((file) => {
    const text = readFileSync(join(built, folder, file), 'utf8');
    return [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(
      ([, path]) => path ?? '',
    );
  });
}

/** A file with what it imports before its first line runs. Fails on a package. */
function closure(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port [^;]*?"([^"]+)";$/gm);
  for (const [, name = ''] of imports) {
    if (name.startsWith('node:')) continue;
    expect(name).toMatch(/^\.{1,2}\//);
    closure(join(dirname(file), name), seen);
  }
  return seen;
}
