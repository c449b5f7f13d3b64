import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { makeCheckout } from './support/checkout.js';
import { type DevService, startDev, textAt } from './support/dev-service.js';

/** How an address answers: its status and kind of content. */
async function beginOf(url: string): Promise<string> {
  const ended = new AbortController();
  const { status, headers } = await fetch(url, { signal: ended.signal });
  ended.abort();
  return `${status} ${headers.get('content-type')}`;
}

/** How soon, says the bench `dev`: here the machine is busy with other suites. */
describe('npm run dev', () => {
  const inDirectory = temporaryDirectory();
  afterAll(() => dev.stop());
  const inCheckout = (name: string): string => join(inDirectory('checkout'), name);
  let dev: DevService;

  beforeAll(async () => {
    await makeCheckout(inDirectory('checkout'));
    dev = await startDev(inDirectory('checkout'));
  }, 180_000);

  const change = async (name: string, from: string, to: string): Promise<void> => {
    const text = await readFile(inCheckout(name), 'utf8');
    expect(text).toContain(from);
    await writeFile(inCheckout(name), text.replace(from, to));
  };

  it('answers anew after a save', async () => {
    await change('src/health/health.controller.ts', 'How the service is:', 'Changed once:');
    await until(async () => (await textAt(`${dev.url}/openapi.json`)).includes('Changed once:'));
  }, 120_000);

  it('goes on with what ran where a file cannot be read, until it can', async () => {
    const name = 'src/health/health.controller.ts';
    await change(name, 'export class', 'export clas');
    await until(() => dev.printed().includes('health.controller.ts'));
    expect(await textAt(`${dev.url}/openapi.json`)).toContain('Changed once:');
    await change(name, 'export clas', 'export class');
    await change(name, 'Changed once:', 'Changed again:');
    await until(async () => (await textAt(`${dev.url}/openapi.json`)).includes('Changed again:'));
  }, 120_000);

  it('passes everything but the page on to the service', async () => {
    const described = JSON.parse(await textAt(`${dev.url}/openapi.json`)) as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const paths = Object.entries(described.paths)
      .filter(([path, operations]) => 'get' in operations && path !== '/')
      .map(([path]) => path.replaceAll(/\{\w+\}/g, 'nothing'));
    expect(paths).toEqual(expect.arrayContaining(['/audit', '/runs/counts', '/api/health']));
    const paired = ['/openapi.json', '/docs', '/nowhere', ...paths].map(async (path) => {
      const [own, passedOn] = await Promise.all([
        beginOf(dev.url + path),
        beginOf(dev.page + path),
      ]);
      return { path, own, passedOn };
    });
    const answers = await Promise.all(paired);
    expect(answers.filter(({ own, passedOn }) => own !== passedOn)).toEqual([]);
  }, 120_000);

  it('serves the page in front of the service, with what was saved', async () => {
    expect(await textAt(`${dev.page}/`)).toContain('<div id="root">');
    expect(await textAt(`${dev.page}/api/health`)).toContain('"ok": true');
    const main = `${dev.page}/src/main.tsx`;
    const before = await textAt(main);
    await writeFile(
      inCheckout('console/src/main.tsx'),
      `${await readFile(inCheckout('console/src/main.tsx'), 'utf8')}\nconsole.log('saved');\n`,
    );
    await until(async () => (await textAt(main)).includes('saved'));
    expect(before).not.toContain('saved');
  }, 120_000);
});
