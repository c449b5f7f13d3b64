import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('a page that watches a run', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    const pace = { OFFICE_MOCK_LATENCY_MS: '300', OFFICE_MOCK_TOKENS_PER_SECOND: '400' };
    office = await startBuiltOffice(pace);
  });
  afterAll(() => office.close());
  beforeEach(() => {
    browser.expectFault('ERR_CONNECTION_REFUSED');
    browser.expectFault('ERR_CONNECTION_RESET');
    browser.expectFault('ERR_EMPTY_RESPONSE');
    browser.expectFault('WebSocket');
    // The service answers so until it is up.
    browser.expectFault('503');
  });

  /** The service ends at once and is started anew. */
  async function killAndRestart(
    page: Page,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    process.kill(office.service.pid, 'SIGKILL');
    await page.getByText('Reconnecting…').waitFor();
    await meanwhile();
    await office.restart();
    await page.getByText('Connected').waitFor();
  }

  /** The turns as the page shows them: their ids, status, number of tools, and letters of their text. */
  function shownTurns(page: Page): Promise<unknown> {
    return page.evaluate(`[...document.querySelectorAll('.turn')].map((card) => ({
      id: card.id.replace('turn-', ''),
      status: card.querySelector('header .badge').textContent,
      tools: card.querySelectorAll('.content > .tool').length,
      letters: card.querySelector('.content > .prose').textContent.replace(/[^a-z]/gi, ''),
    }))`);
  }

  async function storedTurns(runId: string): Promise<unknown> {
    const { body } = await office.service.client.get<RunDetail>(`/api/runs/${runId}`);
    const byId = new Map(body.turns.map((turn) => [turn.id, turn]));
    return body.stages
      .flatMap(({ turnIds }) => turnIds)
      .map((id) => {
        const turn = byId.get(id);
        const letters = turn?.text.replace(/[^a-z]/gi, '');
        return { id, status: turn?.status, tools: turn?.toolCalls.length, letters };
      });
  }

  /** Opens a run whose turns are still written; one that ended before the page was there is no such. */
  const watchAtWork = async (page: Page): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const { body: run } = await office.service.client.post<Run>('/api/submit', {
        brief: 'What moves while text streams?',
        pipelineId: 'quick-answer',
      });
      await page.evaluate(`location.hash = '#/runs/${run.id}'`);
      const turn = page.locator('.turn').first();
      await turn.or(page.locator('.tab-panel .prose').first()).first().waitFor();
      if (await turn.isVisible()) return;
      expect(tries).toBeLessThan(10);
    }
  };

  it('says when the service is killed, comes back by itself and shows the run to its end, with what the service tells', async () => {
    const page = await browser.open(office.url);
    await watchAtWork(page);
    // It is loaded after the page, which does not ask a second time.
    await page.locator('.small-floor').waitFor();
    await killAndRestart(page);
    await page.getByText('done', { exact: true }).first().waitFor();
    const runId = /runs\/(run_\w+)/.exec(page.url())?.[1] ?? '';
    await page.getByText('The report is ready.').waitFor();
    expect(await shownTurns(page)).toEqual(await storedTurns(runId));
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.locator('.tab-panel .prose').first().waitFor();
  });

  it('loads a page that did not come while the service was away, with its styles, by itself', async () => {
    const page = await browser.open(office.url);
    browser.expectFault('preload CSS');
    browser.expectFault('dynamically imported module');
    await page.getByRole('link', { name: 'Memory' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await killAndRestart(page, async () => {
      await page.getByRole('link', { name: 'Memory' }).click();
      await page.getByText('This part of the page did not load').waitFor();
    });
    // React shows a failed part anew at once; that does not load it anew.
    expect(asked.filter((url) => /memory-page.*js$/.test(url)).length).toBeLessThan(5);
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
    const missing = await page.evaluate(
      `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null).length`,
    );
    expect(missing).toBe(0);
  });

  it('still asks for the approval that was open when the service was killed, and goes on from it, in a page that was opened meanwhile', async () => {
    const [example] = exampleBriefs;
    const { brief, pipelineId } = example ?? {};
    const { body: run } = await office.service.client.post<Run>('/api/submit', {
      brief,
      pipelineId,
    });
    const page = await browser.open(`${office.url}/#/runs/${run.id}`);
    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByText(/^node --test csv-table/).waitFor();
    await killAndRestart(page, async () => {
      await page.evaluate(`location.hash = '#/runs'`);
      await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
      await page.evaluate(`location.hash = '#/runs/${run.id}'`);
      await page.getByRole('heading', { name: 'Run', exact: true, level: 1 }).waitFor();
      await page.locator('.empty').waitFor();
    });
    await page.locator('.turn').first().waitFor();
    await dock.getByRole('button', { name: /Approve once/ }).click();
    await page.getByText('The report is ready.').waitFor();
    expect(await shownTurns(page)).toEqual(await storedTurns(run.id));
  });

  it('moves nothing while text streams', async () => {
    // Whatever the page of a run needs is loaded.
    const page = await browser.open(`${office.url}/#/runs`);
    await page.locator('.run-list li').first().waitFor();
    await watchAtWork(page);
    await page.evaluate(`
      window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries()))
        .observe({ type: 'layout-shift' });`);
    await page.getByText('The report is ready.').waitFor();
    const shifts = await page.evaluate<readonly Shift[]>(`
      window.shifts.map(({ value, sources }) => ({
        value,
        moved: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 160)),
      }))`);
    // Browsers count up to 0.1 as good. On a busy machine several lines come in one frame.
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum < 0.05 ? [] : shifts).toEqual([]);
  });
});

interface Shift {
  readonly value: number;
  /** What stands around what has moved. */
  readonly moved: readonly (string | undefined)[];
}
