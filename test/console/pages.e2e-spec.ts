import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { dollarsAlike } from '../../console/src/pages/costs/sums.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { pages } from './support/pages.js';
import { officeWithRun } from './support/office-with-run.js';

/** For waiting on expressions, which the policy of the page does not allow. */
const waiting = { bypassCSP: true };

/** By how much the page is wider than its place, px. */
const overflow = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main'))`;

describeInBrowser('every page of the console', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  const visit = async (page: Page, [path, shown]: readonly [string, string]): Promise<void> => {
    const hash = `#/${path.replace('RUN', held.runId)}`;
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator(shown).first().waitFor();
  };

  it('has four pages in reach on a phone, and the others in a menu', async () => {
    const page = await browser.open(held.office.url, { viewport: { width: 390, height: 844 } });
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await nav.getByRole('link', { name: 'Runs' }).waitFor();
    expect(await nav.getByRole('link').count()).toBe(4);
    expect(
      await page.evaluate<number>(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.nav'))`,
      ),
    ).toBe(0);
    await nav.getByRole('button', { name: 'More pages' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(9);
    await page.getByRole('menuitem', { name: 'Memory' }).click();
    await page.getByText('Nothing is remembered yet').waitFor();
    await nav.getByRole('button', { name: 'More pages; shown: Memory' }).waitFor();
  });

  it('begins each page at its top, gives it the keyboard and names it in the title', async () => {
    const page = await browser.open(`${held.office.url}/#/runs/${held.runId}`, waiting);
    await page.waitForFunction(
      `document.title.startsWith('Add a command line tool in csv-table/')`,
    );
    const main = (what: string) => page.evaluate(`document.querySelector('main').${what}`);
    await page.getByRole('tab', { name: /Turns/ }).click();
    await main('scrollTop = 400');
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await page.waitForFunction(`document.title.startsWith('Memory · ')`);
    expect(await main('scrollTop')).toBe(0);
    expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Memory');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(`document.activeElement.id`)).toBe('main');
    expect(page.url()).toContain('#/memory');
  });

  it('leads to a turn, also from where one is, and to the change of a file', async () => {
    const page = await browser.open(held.office.url, waiting);
    const { body: run } = await held.office.service.client.get<RunDetail>(
      `/api/runs/${held.runId}`,
    );
    const stage = run.stages.find(({ spec }) => spec.name === 'Review');
    const turn = stage?.turnIds[0] ?? '';
    await page.goto(`${held.office.url}/#/runs/${held.runId}?turn=${turn}`);
    const card = page.locator(`#turn-${turn}`);
    const inView = `(() => {
      const top = document.getElementById('turn-${turn}')?.getBoundingClientRect().top;
      return top >= 0 && top < innerHeight / 2;
    })()`;
    await card.waitFor();
    expect(await card.getAttribute('class')).toContain('target');
    await page.waitForFunction(inView);
    await page.getByRole('tab', { name: 'Report' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Stages' }).getByText('Review', { exact: true }).click();
    await page.waitForFunction(inView);

    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByText('2 files changed').waitFor();
    const lines = page.locator('.review-row[data-path="csv-table/csv-to-table.mjs"] .diff-line');
    await lines.first().waitFor();
    // The fault that the review found was mended: it is gone from the whole change.
    const mended = run.turns.flatMap(({ diff }) => diff?.files ?? []);
    const lost = mended
      .flatMap(({ path, patch: text }) => (path.endsWith('table.mjs') ? text.split('\n') : []))
      .filter((line) => /^-[^-]/.test(line));
    expect(lost.length).toBeGreaterThan(0);
    await page.waitForFunction(`(() => {
      const shown = document.querySelectorAll('[data-path$="to-table.mjs"] .diff-line');
      return shown.length > 0 && [...shown].every((one) => one.matches('.added'));
    })()`);
    await page.getByRole('button', { name: 'Go to csv-table/csv-to-table.test.mjs' }).click();
    await page
      .locator('.review-row[data-path="csv-table/csv-to-table.test.mjs"] .diff-line')
      .first()
      .waitFor();
  });

  it('replays a run at another speed, and tells the time that the run was at', async () => {
    const page = await browser.open(`${held.office.url}/#/runs/${held.runId}`, waiting);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText(/Event [1-9]\d* of \d+/).waitFor();
    // The run took less than a second, so its replay is stopped in the middle.
    const moment = page.getByRole('slider', { name: 'Moment of the run' });
    const events = Number(await moment.getAttribute('max'));
    await moment.fill(String(Math.round(events / 2)));
    expect(await page.locator('.page > header p').innerText()).toMatch(/for [\d.]+ m?s/);
    await page.getByRole('button', { name: /Speed/ }).click();
    await page.getByRole('option', { name: '64 times as fast' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForFunction(`(() => {
      const [, told, of] = /Event (\\d+) of (\\d+)/.exec(document.body.innerText) ?? [];
      return told !== undefined && told === of;
    })()`);
    await page.getByRole('button', { name: 'End the replay' }).click();
    expect(await page.getByText('The report is ready').count()).toBe(0);
  });

  it('tells costs with the digits that an amount needs, in figures as in the plot', async () => {
    const { body } = await held.office.service.client.get<RunDetail>(`/api/runs/${held.runId}`);
    const { spentUsd } = body.budget;
    const page = await browser.open(`${held.office.url}/#/costs`, waiting);
    await page.locator('.figures .hero').first().waitFor();
    const told = dollarsAlike([spentUsd])(spentUsd);
    expect(told).toMatch(/^\$0\.0\d\d+$/);
    expect(await page.locator('.figures .hero').allInnerTexts()).toEqual([told, told, told]);
  });

  it('says why a run cannot be replayed', async () => {
    browser.expectFault('WebSocket');
    const page = await browser.open('about:blank');
    await page.routeWebSocket(/\/ws/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (String(message).includes('"loadRun"')) {
          void socket.close();
          void server.close();
        } else server.send(message);
      });
    });
    await page.goto(`${held.office.url}/#/runs/${held.runId}`);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText(/The events cannot be loaded: ./).waitFor();
  });

  it.each([
    ['a phone', { width: 390, height: 844 }],
    ['a wide screen', { width: 2200, height: 1200 }],
  ])('fits on %s', async (_name, viewport) => {
    browser.expectFault('404');
    const page = await browser.open(held.office.url, { viewport });
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
    await page.goto(held.office.url);
    await page.getByRole('heading', { name: 'This page and the service do not match' }).waitFor();
    await page.getByRole('button', { name: 'Load the page anew' }).waitFor();
  });

  it('goes on beside a part that fails, and is there again when its cause is gone', async () => {
    // Browsers tell of what a part threw, also when it was caught.
    browser.expectFault('TypeError');
    const page = await browser.open(held.office.url);
    await page.locator('.people').waitFor();
    const broken = `**/api/runs/${held.runId}`;
    await page.route(broken, async (route) => {
      const run = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...run, stages: null } });
    });
    await page.evaluate(`location.hash = '#/runs/${held.runId}'`);
    const part = page.getByRole('alert').filter({ hasText: 'This part of the page failed' });
    await part.waitFor();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByText('Nothing is remembered yet').waitFor();
    await page.unroute(broken);
    await page.evaluate(`location.hash = '#/runs/${held.runId}'`);
    await page.locator('.stages li').first().waitFor();
  });
});
