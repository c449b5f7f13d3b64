import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withNews } from '../../console/src/runs/history.js';
import { AppModule } from '../../src/app.module.js';
import { storeHistory } from '../runs/support/store-history.js';
import { sampleRun } from '../support/sample-records.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { faultsAt, noFaults, sizes } from './support/looks.js';

const run = (id: string, createdAt: number, fields = {}) => sampleRun({ id, createdAt, ...fields });
const ids = (...given: Parameters<typeof withNews>) => withNews(...given).map(({ id }) => id);

describe('the loaded history with what is known since', () => {
  const runs = [run('c', 3), run('b', 2)];

  it('has new runs first, and those of a later page only with that page', () => {
    const news = [run('d', 4), run('a', 1)];
    expect(ids({ runs, isAll: false }, news, {})).toEqual(['d', 'c', 'b']);
    expect(ids({ runs, isAll: true }, news, {})).toEqual(['d', 'c', 'b', 'a']);
  });

  it('has each run once, as it is now', () => {
    const [first] = withNews({ runs, isAll: true }, [run('c', 3, { status: 'done' })], {});
    expect(first?.status).toBe('done');
    expect(ids({ runs, isAll: true }, [run('c', 3)], {})).toEqual(['c', 'b']);
  });

  it('is sorted as asked, and adds what belongs among the loaded ones', () => {
    const spent = (spentUsd: number) => ({ budget: { limitUsd: 5, spentUsd } });
    const loaded = [run('a', 1, spent(3)), run('b', 9, spent(2))];
    const news = [run('c', 5, spent(2.5)), run('d', 6, spent(1))];
    const search = { sort: 'dearest' } as const;
    expect(ids({ runs: loaded, isAll: false }, news, search)).toEqual(['a', 'c', 'b']);
    expect(ids({ runs: loaded, isAll: true }, news, search)).toEqual(['a', 'c', 'b', 'd']);
    expect(ids({ runs: loaded, isAll: true }, news, { changed: true })).toEqual(['b', 'a']);
  });

  it('loses a run that is no longer like that', () => {
    const ended = run('c', 3, { status: 'done' });
    expect(ids({ runs, isAll: true }, [ended], { status: 'running' })).toEqual(['b']);
  });

  it('is empty while a page without a match is all there is', () => {
    expect(ids({ runs: [], isAll: true }, [run('a', 1)], { search: 'other words' })).toEqual([]);
  });
});

describeInBrowser('the history of an office with many runs', () => {
  const browser = testBrowser();
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
    await storeHistory(office.app, 1000);
  });
  afterAll(() => office.close());

  it('is scrolled through page by page, and has few rows in the page at any time', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs`);
    await page.getByText('Old brief number 999', { exact: true }).waitFor();
    const list = page.getByRole('region', { name: 'List of runs' });
    await list.focus();
    const last = page.getByText('Old brief number 0', { exact: true });
    while (!(await last.isVisible())) await page.keyboard.press('End');
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  });

  it('keeps the loaded runs when the next page fails, which is asked for again', async () => {
    browser.expectFault('ERR_FAILED');
    const page = await browser.open('about:blank');
    await page.route('**/api/runs?*before=*', (route) => route.abort('failed'));
    await page.goto(`http://127.0.0.1:${office.port}/#/runs`);
    await page.getByText('Old brief number 999', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'List of runs' }).focus();
    await page.keyboard.press('End');
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.getByText('Old brief number 900', { exact: true }).waitFor();
    await page.unroute('**/api/runs?*before=*');
    await again.click();
    await again.waitFor({ state: 'detached' });
    await page.getByText('Old brief number 899', { exact: true }).waitFor();
  });

  it('is at the same place again after a run was opened, and at its top after a link', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs`);
    const list = page.getByRole('region', { name: 'List of runs' });
    await page.getByText('Old brief number 999', { exact: true }).waitFor();
    const run = page.getByText('Old brief number 740', { exact: true });
    const scroll = (element: unknown) => {
      // Row 259, as far as it is loaded.
      (element as { scrollTop: number }).scrollTop = 259 * 76;
    };
    while (!(await run.isVisible())) await list.evaluate(scroll);
    await run.click();
    await page.getByRole('heading', { name: 'Old brief number 740' }).waitFor();
    await page.goBack();
    await run.waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await run.click();
    await page.getByRole('heading', { name: 'Old brief number 740' }).waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByText('Old brief number 999', { exact: true }).waitFor();
    expect(await run.count()).toBe(0);
  });

  it('is searched by words and status, and shows at once what begins now', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs`);
    await page.getByLabel('Search', { exact: true }).fill('RESULT 47');
    await page.getByText('Old brief number 947', { exact: true }).waitFor();
    await page.getByText('Old brief number 999', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'failed' }).click();
    await page.getByText('Old brief number 470', { exact: true }).waitFor();
    await page.getByText('Old brief number 947', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Search', { exact: true }).fill('of now');
    await page.getByText('No run is like that').waitFor();
    await page.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'Any' }).click();
    await office.client.post('/api/submit', { brief: 'What is a brief of now?' });
    await page.locator('.run-list').getByText('What is a brief of now?').waitFor();
  });

  it('counts, filters and sorts, keeps it in the address, and as a view in the browser', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs`);
    await page.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'failed (100)' }).click();
    await page.getByRole('status').getByText('100 runs').waitFor();
    await page.getByRole('button', { name: /Order/ }).click();
    await page.getByRole('option', { name: 'Oldest first' }).click();
    await page.locator('.run-list li').first().getByText('Old brief number 0').waitFor();
    await page.getByText('More filters').click();
    await page.getByLabel('Handed in until').fill('2023-11-15');
    await page.getByText('More filters (1 in use)').waitFor();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Failures of then');
    await page.keyboard.press('Enter');
    const view = page.getByRole('button', { name: 'Failures of then', exact: true });
    await view.waitFor();
    expect(await allFindings(page)).toEqual([]);
    await page.reload();
    await page.locator('.run-list li').first().getByText('Old brief number 0').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('Old brief number 999', { exact: true }).waitFor();
    await page.goBack();
    await page.locator('.run-list li').first().getByText('Old brief number 0').waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await view.click();
    await page.locator('.run-list li').first().getByText('Old brief number 0').waitFor();
    // The same by keys, and from the list of commands.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('y');
    await page.keyboard.press('x');
    await page.getByText('Old brief number 999', { exact: true }).waitFor();
    await page.keyboard.press('y');
    await page.keyboard.press('j');
    await page.locator('.run-list li').first().getByText('Old brief number 0').waitFor();
    await page.keyboard.press('y');
    await page.keyboard.press('s');
    await page.getByLabel('Name of the view').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page.goto(`http://127.0.0.1:${office.port}/#/costs`);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('failures of then');
    await page.getByRole('option', { name: /Failures of then/ }).click();
    await page.locator('.run-list li').first().getByText('Old brief number 0').waitFor();
    await page.getByRole('button', { name: 'Forget the view Failures of then' }).click();
    await view.waitFor({ state: 'detached' });
  });

  it('finds words in other forms', async () => {
    const page = await browser.open(
      `http://127.0.0.1:${office.port}/#/runs?text=briefs+numbered+947`,
    );
    await page.getByText('Old brief number 947', { exact: true }).waitFor();
    await page.getByRole('status').getByText('1 run', { exact: true }).waitFor();
  });

  it('has no fault, and rows that are opened, at three sizes, light and dark', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs?changes=no`);
    await page.getByText('More filters (1 in use)').waitFor();
    const first = page.getByText('Old brief number 999', { exact: true });
    await first.waitFor();
    for (const size of sizes) {
      expect([size, await faultsAt(size, page)]).toEqual([size, noFaults]);
      await page.getByLabel('Cost at most, dollars').click({ trial: true });
      await first.click();
      await page.getByRole('heading', { name: 'Old brief number 999' }).waitFor();
      await page.goBack();
      await first.waitFor();
    }
  });
});
