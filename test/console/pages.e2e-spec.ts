import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { completeRun } from '../container/support/service-process.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The address of each page, and what stands on it once it is there. */
const pages: readonly (readonly [string, string])[] = [
  ['', '.people .person'],
  ['?employee=ceo', 'text=Ask Helena something'],
  ['runs', '.run-list li'],
  ['runs/RUN', '.stages li'],
  ['runs/nothing', 'text=No run "nothing".'],
  ['approvals', 'text=Nobody waits for you'],
  ['plan', 'text=What do you have in mind?'],
  ['people', '.tree li'],
  ['people/ceo', 'text=Save the grants'],
  ['models', 'table.table tbody tr'],
  ['costs', '.postures li'],
  ['plugins', 'text=Look through the folders'],
  ['memory', 'text=Nothing is remembered yet'],
  ['settings', 'text=Forget the token of this tab'],
  ['log', 'text=Answers of the service'],
  ['elsewhere', 'text=There is no such page'],
];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** By how much the page is wider than its place, px. */
const overflow = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main'))`;

describeInBrowser('every page of the console', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  let runId: string;

  beforeAll(async () => {
    office = await startBuiltOffice();
    runId = (await completeRun(office.service, 'What is a page?')).id;
  });
  afterAll(() => office.close());

  const visit = async (page: Page, [path, shown]: readonly [string, string]): Promise<void> => {
    const hash = `#/${path.replace('RUN', runId)}`;
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator(shown).first().waitFor();
  };

  it.each([
    ['light', `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })`],
    // The rest is the same in both.
    ['dark', `axe.run({ runOnly: ['color-contrast'] })`],
  ] as const)(
    'has no serious finding of axe, and no fault, in %s colours',
    async (colorScheme, check) => {
      browser.expectFault('404');
      const page = await browser.open(office.url, { colorScheme });
      await page.locator('.people').waitFor();
      await page.evaluate(axe);
      const findings: string[] = [];
      for (const each of pages) {
        await visit(page, each);
        const { violations } = await page.evaluate<AxeResult>(check);
        const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
        findings.push(
          ...serious.map(({ id, nodes }) => `${each[0]}: ${id} ${nodes[0]?.html ?? ''}`),
        );
      }
      expect(findings).toEqual([]);
    },
  );

  it.each([
    ['a phone', { width: 390, height: 844 }],
    ['a wide screen', { width: 2200, height: 1200 }],
  ])('fits on %s', async (_name, viewport) => {
    browser.expectFault('404');
    const page = await browser.open(office.url, { viewport });
    await page.locator('.people').waitFor();
    const tooWide: string[] = [];
    for (const each of pages) {
      await visit(page, each);
      const over = await page.evaluate<number>(overflow);
      if (over > 1) tooWide.push(`${each[0]}: ${over} px`);
    }
    expect(tooWide).toEqual([]);
  });

  it('says so when the service speaks another version of the protocol', async () => {
    const page = await browser.open('about:blank');
    await page.routeWebSocket(/\/ws/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        const frame = JSON.parse(String(message)) as object;
        socket.send(JSON.stringify({ ...frame, protocolVersion: 99 }));
      });
    });
    await page.goto(office.url);
    await page.getByRole('heading', { name: 'This page and the service do not match' }).waitFor();
    await page.getByRole('button', { name: 'Load the page anew' }).waitFor();
  });

  it('goes on beside a part that fails, and is there again when its cause is gone', async () => {
    // Browsers tell of what a part threw, also when it was caught.
    browser.expectFault('TypeError');
    const page = await browser.open(office.url);
    await page.locator('.people').waitFor();
    const broken = `**/api/runs/${runId}`;
    await page.route(broken, async (route) => {
      const run = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...run, stages: null } });
    });
    await page.evaluate(`location.hash = '#/runs/${runId}'`);
    const part = page.getByRole('alert').filter({ hasText: 'This part of the page failed' });
    await part.waitFor();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByText('Nothing is remembered yet').waitFor();
    await page.unroute(broken);
    await page.evaluate(`location.hash = '#/runs/${runId}'`);
    await page.locator('.stages li').first().waitFor();
  });
});
