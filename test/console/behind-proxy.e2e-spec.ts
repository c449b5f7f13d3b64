import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Run } from '../../src/protocol/records/work.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { describeInBrowser, testBrowser, type TestBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { describeBehindNginx, documentedProxy, startNginx, type Nginx } from './support/nginx.js';

const name = 'office.example.org';
const brief = 'What is a reverse proxy?';
/**
 * The certificate is taken as it is. With `ignoreHTTPSErrors` every connection would fail first, and a
 * request that meets many of them ends with ERR_TOO_MANY_RETRIES.
 */
const flags = [`--host-resolver-rules=MAP ${name} 127.0.0.1`, '--ignore-certificate-errors'];

/** A proxy that leaves the path in the requests, as docs/deploy.md writes it. */
async function keepingPath(): Promise<string> {
  const config = await documentedProxy();
  const kept = config.replace(
    'proxy_pass http://127.0.0.1:8787/;',
    'proxy_pass http://127.0.0.1:8787;',
  );
  expect(kept).not.toBe(config);
  return kept;
}

const proxies: readonly (readonly [
  string,
  () => Promise<string>,
  Readonly<Record<string, string>>,
])[] = [
  ['strips the path', documentedProxy, {}],
  ['leaves the path in place', keepingPath, { OFFICE_BASE_PATH: '/office' }],
];

describeBehindNginx('an office under a path behind a proxy', () => {
  describe.each(proxies)('that %s', (_what, configuration, env) => {
    let office: BuiltOffice;
    let proxy: Nginx;
    let address: string;

    beforeAll(async () => {
      office = await startBuiltOffice({ OFFICE_ALLOWED_HOSTS: name, ...env });
      proxy = await startNginx(await configuration(), office.service.port);
      address = `https://${name}:${proxy.port}/office`;
    });
    afterAll(async () => {
      await proxy.close();
      await office.close();
    });

    describeInBrowser('in a browser', () => {
      const browser = testBrowser(flags);

      it('has a page that works, whose parts and socket are under the path', async () => {
        const asked: string[] = [];
        const page = await browser.open('about:blank');
        page.on('request', (request) => void asked.push(request.url()));
        page.on('websocket', (socket) => void asked.push(socket.url().replace(/^wss/, 'https')));
        await page.goto(address);
        expect(page.url()).toBe(`${address}/`);
        await page.getByRole('button', { name: /A question/ }).click();
        await page.getByRole('button', { name: 'Hand it in' }).click();
        await page.locator('.run-card').click();
        await page.getByText('done', { exact: true }).first().waitFor();
        expect(asked.filter((url) => url.includes('/assets/')).length).toBeGreaterThan(1);
        expect(asked.filter((url) => url.startsWith(`${address}/ws?`))).not.toEqual([]);
        expect(asked.filter((url) => !url.startsWith(`${address}/`) && url !== address)).toEqual(
          [],
        );
      });

      it('has documents that work', async () => {
        const page = await browser.open(`${address}/docs`);
        await page.locator('#operations-health-healthRead').getByRole('button').first().click();
        await page.getByRole('button', { name: 'Try it out' }).click();
        const answered = page.waitForResponse((response) => response.url().includes('/api/health'));
        await page.getByRole('button', { name: 'Execute' }).click();
        const answer = await answered;
        expect([answer.url(), answer.status()]).toEqual([`${address}/api/health`, 200]);
        const opened = page.waitForEvent('popup');
        await page.getByRole('link', { name: 'on a page of its own' }).click();
        const socketPage = await opened;
        await socketPage.getByRole('link', { name: 'This document as AsyncAPI' }).click();
        await socketPage.waitForURL(`${address}/asyncapi.json`);
      });
    });

    it('is spoken to by the command line', async () => {
      const url = `https://localhost:${proxy.port}/office/`;
      const cli = join(repositoryRoot, 'dist/cli/brief.js');
      const { code, stdout, stderr } = await runProgram(
        process.execPath,
        [cli, '--url', url, '--pipeline', 'quick-answer', brief],
        {
          cwd: repositoryRoot,
          env: { PATH: process.env.PATH ?? '', NODE_EXTRA_CA_CERTS: proxy.certificate },
        },
      );
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(stdout).not.toBe('');
      const { body } = await office.service.client.get<Run[]>('/api/runs');
      expect(body.find((run) => run.brief === brief)?.status).toBe('done');
    });
  });
});

describeBehindNginx('a page behind a proxy that is set up wrongly', () => {
  let office: BuiltOffice;
  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_ALLOWED_HOSTS: name });
  });
  afterAll(() => office.close());

  async function openBehind(
    browser: TestBrowser,
    dropped: RegExp,
    check: (page: Page, origin: string) => Promise<void>,
  ): Promise<void> {
    const config = await documentedProxy();
    expect(config).toMatch(dropped);
    const proxy = await startNginx(config.replaceAll(dropped, ''), office.service.port);
    const origin = `https://${name}:${proxy.port}`;
    const page = await browser.open(`${origin}/office/`);
    await check(page, origin);
    await page.close();
    await proxy.close();
  }

  describeInBrowser('in a browser', () => {
    const browser = testBrowser(flags);

    it('says that it is taken for a foreign one, and what to set; the log says it once', async () => {
      browser.expectFault('403');
      browser.expectFault('WebSocket');
      await openBehind(browser, /^ *proxy_set_header Host .*\n/gm, async (page, origin) => {
        await page.getByText('Cross-origin writes are refused').waitFor();
        await page.getByText(`set OFFICE_ALLOWED_ORIGINS=${origin}.`).waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('Cross-origin writes are refused').waitFor();
        const told = office.service.warnings().filter((line) => line.includes(origin));
        expect(told).toHaveLength(1);
      });
    });

    it('says that no socket is opened where the proxy passes none on', async () => {
      browser.expectFault('WebSocket');
      await openBehind(
        browser,
        /^ *proxy_set_header (?:Upgrade|Connection) .*\n/gm,
        async (page) => {
          await page.getByText(`The service answers at ${name}`).waitFor();
        },
      );
    });
  });
});
