import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Office } from '../../src/client/office.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import type { Run } from '../../src/protocol/records/work.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { faultsAt, noFaults, sizes } from './support/looks.js';

describeInBrowser('a floor for each tab', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  let client: Office;
  let lab: WorkspaceSummary;
  let first: WorkspaceSummary;

  beforeAll(async () => {
    office = await startBuiltOffice();
    client = await Office.connect({ url: office.url });
    first = client.state.workspaces[0] as WorkspaceSummary;
  });
  afterAll(async () => {
    client.close();
    await office.close();
  });
  beforeEach(async () => {
    if (client.state.activeWorkspaceId !== first.id) await client.selectWorkspace(first.id);
    lab = await client.http.createWorkspace({ name: `Lab ${Date.now()}` });
  });

  const floorOf = (page: Page): Promise<string | null> =>
    page.evaluate<string | null>(
      `new URLSearchParams(location.hash.split('?')[1] ?? '').get('floor')`,
    );
  const shows = (page: Page, floor: WorkspaceSummary) =>
    page.locator('.top .select-button', { hasText: floor.name }).waitFor();
  const tab = async (path = ''): Promise<Page> => {
    const page = await browser.open(`${office.url}/#/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    return page;
  };
  const choose = async (page: Page, floor: WorkspaceSummary): Promise<void> => {
    await page.locator('.top .select-button').click();
    await page.getByRole('option', { name: floor.name, exact: true }).click();
    await shows(page, floor);
  };
  /** What the page of people says of the floor. */
  const ofFloor = (page: Page, floor: WorkspaceSummary) =>
    page.locator('main header', { has: heading(page, 'People') }).getByText(`${floor.name}:`);
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true });
  const briefField = (page: Page) => page.getByLabel('Give the office a brief');

  it('is in the address, is kept by links, Back and reload, and changes no other tab', async () => {
    const one = await tab();
    const other = await tab();
    await shows(one, first);
    expect(await floorOf(one)).toBe(first.id);
    await choose(other, lab);
    expect(await floorOf(other)).toBe(lab.id);
    await other.getByRole('link', { name: 'People', exact: true }).click();
    await ofFloor(other, lab).waitFor();
    expect(await floorOf(other)).toBe(lab.id);
    await other.reload();
    await ofFloor(other, lab).waitFor();
    await shows(other, lab);
    await shows(one, first);
    expect(client.state.activeWorkspaceId).toBe(first.id);
    await other.goBack();
    await other.goBack();
    await shows(other, first);
  });

  it('hands in on the floor that the field names, and follows the run there only', async () => {
    const one = await tab();
    const other = await tab(`?floor=${lab.id}`);
    await shows(other, lab);
    await other.getByText(`For ${lab.name}.`).waitFor();
    await briefField(other).fill('What is a lab?');
    await briefField(other).press('Enter');
    await other.locator('.run-card', { hasText: 'What is a lab?' }).getByText('done').waitFor();
    const [run] = await client.http.runs({ workspaceId: lab.id });
    expect(run).toMatchObject({ brief: 'What is a lab?', workspaceId: lab.id });
    expect(await one.locator('.run-card', { hasText: 'What is a lab?' }).count()).toBe(0);
  });

  it('keeps a half-written brief through other floors, pages and a reload, until it is handed in', async () => {
    const page = await tab();
    const ceiling = page.getByLabel('Ceiling, dollars');
    await briefField(page).fill('What is half');
    await page.getByText('Pipeline and ceiling').click();
    await ceiling.fill('1.25');
    await choose(page, lab);
    expect(await briefField(page).inputValue()).toBe('What is half');
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await ofFloor(page, lab).waitFor();
    await page.getByRole('link', { name: 'Floor', exact: true }).click();
    await page.reload();
    await page.getByText(`For ${lab.name}.`).waitFor();
    expect(await briefField(page).inputValue()).toBe('What is half');
    expect(await ceiling.inputValue()).toBe('1.25');
    expect(await briefField(await tab()).inputValue()).toBe('');

    await briefField(page).fill('What is half a lab?');
    await briefField(page).press('Enter');
    await page.locator('.run-card', { hasText: 'What is half a lab?' }).waitFor();
    const [run] = await client.http.runs({ workspaceId: lab.id });
    expect(run).toMatchObject({ brief: 'What is half a lab?', budget: { limitUsd: 1.25 } });
    // The event of the run may come before the answer.
    await until(async () => (await briefField(page).inputValue()) === '');
    await page.reload();
    await page.getByText(`For ${lab.name}.`).waitFor();
    expect(await briefField(page).inputValue()).toBe('');
  });

  it('forgets a half-written brief with the token, as the next person at the tab may be another', async () => {
    const page = await tab();
    await briefField(page).fill('What is mine');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Forget the token of this tab' }).click();
    await loaded;
    await page.getByRole('link', { name: 'Floor', exact: true }).click();
    expect(await briefField(page).inputValue()).toBe('');
  });

  it('keeps what is written while a brief is on its way', async () => {
    const page = await tab();
    let letGo = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/submit', async (route) => {
      await isHeld;
      await route.continue();
    });
    const sent = page.waitForRequest('**/api/submit');
    await briefField(page).fill('What is on its way?');
    await briefField(page).press('Enter');
    await sent;
    await briefField(page).fill('What comes next');
    const answered = page.waitForResponse('**/api/submit');
    letGo();
    await answered;
    await page.locator('.run-card', { hasText: 'What is on its way?' }).waitFor();
    expect(await briefField(page).inputValue()).toBe('What comes next');
    expect(await briefField(page).and(page.locator(':focus')).count()).toBe(1);
  });

  it('has the small floor beside a run, while the shared floor is another', async () => {
    const run: Run = await client.http.submit({ brief: 'What is small?', workspaceId: lab.id });
    const page = await tab(`runs/${run.id}`);
    await shows(page, lab);
    const small = page.getByRole('img', { name: /^The floor:/ });
    await small.locator('.person').first().waitFor({ state: 'attached' });
    expect(client.state.activeWorkspaceId).toBe(first.id);
  });

  it('changes people of its floor alone', async () => {
    const page = await tab(`people/cto?floor=${lab.id}`);
    await page.getByRole('button', { name: 'Let go' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Let go' }).click();
    await ofFloor(page, lab).waitFor();
    const roles = async (id: string) =>
      (await client.http.workspace(id)).roles.map((each) => each.id);
    expect(await roles(lab.id)).not.toContain('cto');
    expect(await roles(first.id)).toContain('cto');
    await page.getByRole('tab', { name: `Chart (${(await roles(lab.id)).length})` }).waitFor();
  });

  it('is that of an opened run, without a step for Back, and stays when others choose another', async () => {
    const run: Run = await client.http.submit({ brief: 'What is away?', workspaceId: lab.id });
    const page = await tab('memory');
    await shows(page, first);
    await page.evaluate(`location.hash = '#/runs/${run.id}'`);
    await shows(page, lab);
    await page.locator('.stages li').first().waitFor();
    expect(client.state.activeWorkspaceId).toBe(first.id);
    await page.goBack();
    await shows(page, first);
    await client.selectWorkspace(lab.id);
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('tab', { name: 'All floors' }).click();
    const card = page.locator('article', { hasText: lab.name });
    await card.getByText('new tabs begin here').waitFor();
    await shows(page, first);
    await shows(await tab(), lab);
  });

  it('ends with the floor: the tab says so and shows another', async () => {
    browser.expectFault('404');
    const page = await tab(`?floor=${lab.id}`);
    await shows(page, lab);
    await client.http.removeWorkspace(lab.id);
    await page.getByText(`There is no floor "${lab.id}" any more.`).waitFor();
    await shows(page, first);
  });

  it('keeps tabs of a page and filters through Back and reload', async () => {
    const page = await tab('people');
    await page.getByRole('tab', { name: 'Style' }).click();
    await page.getByText('Surroundings').first().waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Style', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: /^Chart/, selected: true }).waitFor();
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await page.getByLabel('Search', { exact: true }).fill('gpt');
    await page.getByRole('button', { name: /Order/ }).click();
    await page.getByRole('option', { name: 'Cheapest first' }).click();
    await page.getByRole('button', { name: /Cheapest first/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /Cheapest first/ }).waitFor();
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('gpt');
    await page.goBack();
    await page.getByRole('button', { name: /As listed/ }).waitFor();
  });

  it('is chosen and shown without a fault at three sizes, light and dark', async () => {
    const page = await tab();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await choose(page, lab);
      expect(await floorOf(page)).toBe(lab.id);
      await page.getByText(`For ${lab.name}`).waitFor();
      expect([size, await faultsAt(size, page)]).toEqual([size, noFaults]);
      await choose(page, first);
      expect(await floorOf(page)).toBe(first.id);
    }
    expect(client.state.activeWorkspaceId).toBe(first.id);
  });
});
