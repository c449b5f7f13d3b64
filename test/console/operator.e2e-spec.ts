import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Workspace, WorkspaceSummary } from '#protocol/records/organisation.js';
import { exampleBriefs } from '#protocol/example-briefs.js';
import { dollars } from '../../console/src/app/format.js';
import { completeRun } from '../container/support/service-process.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

const phone = { width: 390, height: 844 };

/** Buttons in rows that reach beyond the window, once each has a label longer than a line. */
const buttonsBeyond = `(() => {
  const buttons = [...document.querySelectorAll('main .row:not(.nowrap) > .button')];
  for (const button of buttons) button.textContent = 'Allow everything inside '.repeat(5);
  return {
    count: buttons.length,
    beyond: buttons.filter((each) => each.getBoundingClientRect().right > innerWidth).length,
  };
})()`;

/** Whether the whole element is within the part that scrolls around it. */
const isWithinItsList = (tab: Locator): Promise<boolean> =>
  tab.evaluate((element) => {
    interface Drawn {
      getBoundingClientRect(): { readonly left: number; readonly right: number };
      readonly parentElement: Drawn;
    }
    const drawn = element as unknown as Drawn;
    const [inner, outer] = [drawn, drawn.parentElement].map((each) => each.getBoundingClientRect());
    // Parts of a pixel.
    return (
      inner !== undefined &&
      outer !== undefined &&
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1
    );
  });

describeInBrowser('an office while a request waits', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
    await completeRun(office.service, 'What is a desk?');
    const [example] = exampleBriefs;
    const socket = await office.service.client.connect();
    const { brief, pipelineId } = example ?? {};
    await office.service.client.post('/api/submit', { brief, pipelineId });
    await socket.waitFor('approval.requested');
  });
  afterAll(() => office.close());

  const open = (path: string, viewport = { width: 1280, height: 720 }): Promise<Page> =>
    browser.open(`${office.url}/#/${path}`, { viewport });
  const press = async (page: Page, keys: string): Promise<void> => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  };
  const fact = (place: Locator, name: string): Locator =>
    place
      .locator('dl.facts > div', { has: place.page().getByText(name, { exact: true }) })
      .locator('dd');

  it('has labels of buttons that go on in the next line on a phone', async () => {
    const page = await open('approvals', phone);
    await page.getByRole('button', { name: 'Approve once' }).waitFor();
    const { count, beyond } = await page.evaluate<{ count: number; beyond: number }>(buttonsBeyond);
    expect(count).toBeGreaterThan(2);
    expect(beyond).toBe(0);
  });

  it('shows the chosen tab whole on a phone, when it is opened and when it is chosen', async () => {
    const page = await open('people?tab=floors', phone);
    const tab = (name: string) => page.locator('main').getByRole('tab', { name });
    await tab('All floors').and(page.locator('[aria-selected=true]')).waitFor();
    expect(await isWithinItsList(tab('All floors'))).toBe(true);
    await tab('Style').focus();
    await page.keyboard.press('Home');
    await page
      .locator('main')
      .getByRole('tab', { name: /^Chart/, selected: true })
      .waitFor();
    expect(await isWithinItsList(tab('Chart'))).toBe(true);
  });

  it('names a desk alike beside the floor and on the page of the employee', async () => {
    const page = await open('people/ceo');
    const chosen = page.getByRole('button', { name: /Seat$/ });
    const name = (await chosen.textContent())?.trim() ?? '';
    expect(name).not.toMatch(/_/);
    await page.goto(`${office.url}/#/?employee=ceo`);
    const beside = page.getByRole('region', { name: 'Helena Marsh' });
    await fact(beside, 'Desk').waitFor();
    expect(await fact(beside, 'Desk').textContent()).toBe(name);
  });

  it('tells the same spend of a floor on both tabs, with that of runs at work', async () => {
    const { client } = office.service;
    const { body } = await client.get<readonly WorkspaceSummary[]>('/api/workspaces');
    const { id, spentUsd = 0 } = body[0] ?? {};
    const { body: floor } = await client.get<Workspace>(`/api/workspaces/${id}`);
    // The run that waits has spent something.
    expect(spentUsd).toBeGreaterThan(floor.budget.spentUsd);
    const page = await open('people?tab=floors');
    expect(await fact(page.locator('article').first(), 'Spent').textContent()).toBe(
      dollars(spentUsd),
    );
    await page.locator('main').getByRole('tab', { name: 'This floor' }).click();
    expect(await fact(page.locator('main'), 'Spent so far').textContent()).toBe(dollars(spentUsd));
  });

  it('goes by a key to the answers of a request, not to what allows more', async () => {
    const page = await open('runs');
    await page.getByRole('button', { name: 'Fold', exact: true }).waitFor();
    await press(page, 'a a');
    await page
      .getByRole('button', { name: /^Approve once/ })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('keeps a request folded through a reload', async () => {
    const page = await open('runs');
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    const show = page.getByRole('button', { name: 'Show', exact: true });
    await show.waitFor();
    await page.reload();
    await show.waitFor();
    await show.click();
    await page.getByRole('button', { name: /^Approve once/ }).waitFor();
  });

  it('takes nothing that is typed ahead of the field for a brief as keys', async () => {
    const page = await open('memory');
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/floor-page.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await press(page, 'c g r a w');
    expect(new URL(page.url()).hash).toMatch(/^#\/\?.*new=1/);
    release();
    const field = page.getByLabel('Give the office a brief');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('');
    await press(page, 'Escape g r');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  });

  it('has keys and a palette without a connection, for all that needs none', async () => {
    browser.expectFault('ERR_CONNECTION_REFUSED');
    const page = await open('runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await press(page, 'g o');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await office.service.stop();
    await page.getByText('Reconnecting').first().waitFor();
    await press(page, 'g r');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What are you looking for?' }).fill('go to people');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    expect(await page.getByText('Not sent').count()).toBe(0);
    await press(page, 'd m');
    await page.getByText('Not sent: there is no connection to the office.').waitFor();
  });
});
