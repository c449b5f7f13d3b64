import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { withNotice, type Notice } from '../../console/src/app/notice-list.js';
import type { Run } from '../../src/protocol/records/work.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describe('notices', () => {
  const notice = (id: number, kind: Notice['kind'], runId?: string): Notice => ({
    id,
    kind,
    text: `text ${id}`,
    at: 0,
    ...(runId !== undefined && { run: { id: runId, title: runId } }),
  });

  it('do not pile up: the newest of a run and of what was done stays, and three in all', () => {
    const all = [
      notice(1, 'error', 'a'),
      notice(2, 'info'),
      notice(3, 'error', 'a'),
      notice(4, 'info'),
      notice(5, 'error', 'b'),
    ];
    const shown = all.reduce<readonly Notice[]>(withNotice, []);
    expect(shown.map(({ id }) => id)).toEqual([3, 4, 5]);
    const errors = [6, 7, 8, 9].map((id) => notice(id, 'error'));
    expect(errors.reduce<readonly Notice[]>(withNotice, []).map(({ id }) => id)).toEqual([7, 8, 9]);
  });
});

describeInBrowser('somebody who is new to the page', () => {
  const browser = testBrowser();
  const directory = temporaryDirectory();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_WORKSPACES_ROOT: directory('floors') });
  });
  afterAll(() => office.close());

  const runs = async () => (await office.service.client.get<readonly Run[]>('/api/runs')).body;

  it('reads beside the button that the brief is handed in, and comes to its run by keyboard, also after it has ended', async () => {
    const page = await browser.open(office.url);
    await page.getByLabel('Give the office a brief').fill('What is a todo list?');
    await page.getByText('Pipeline and ceiling').click();
    await page.getByLabel('Ceiling, dollars').fill('5,50');
    await page.getByRole('button', { name: 'Hand it in' }).click();
    const said = page.getByRole('region', { name: 'New brief' }).getByRole('status');
    await said.getByText('Handed in:').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What is a todo list?', level: 1 }).waitFor();
    const [run] = await runs();
    expect(page.url()).toContain(run?.id);
    expect(run?.budget.limitUsd).toBe(5.5);
  });

  it.each(['Enter', 'the button'])(
    'hands in by %s, and uses keys at once: for the run, and for another brief',
    async (way) => {
      const page = await browser.open(office.url);
      const field = page.getByLabel('Give the office a brief');
      const handIn = async (brief: string) => {
        await field.fill(brief);
        if (way === 'Enter') await field.press('Enter');
        else await page.getByRole('button', { name: 'Hand it in' }).press('Enter');
        const link = page.getByRole('status').getByRole('link', { name: brief });
        await link.and(page.locator(':focus')).waitFor();
      };
      await handIn(`What is first, by ${way}?`);
      await page.keyboard.press('c');
      await field.and(page.locator(':focus')).waitFor();
      await handIn(`What is second, by ${way}?`);
      await page.keyboard.type('ga');
      const heading = page.getByRole('heading', { name: `What is second, by ${way}?`, level: 1 });
      await heading.and(page.locator(':focus')).waitFor();
    },
  );

  it('hands in on a phone without a focus that moves the page', async () => {
    const page = await browser.open(office.url, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByLabel('Give the office a brief').fill('What is a phone?');
    await page.getByRole('button', { name: 'Hand it in' }).tap();
    const link = page.getByRole('status').getByRole('link', { name: 'What is a phone?' });
    await link.waitFor();
    expect(await link.and(page.locator(':focus')).count()).toBe(0);
  });

  it('continues a run with a ceiling, and leaves a dialog by its button', async () => {
    const page = await browser.open(`${office.url}/#/runs`);
    await page.getByRole('link', { name: /What is a todo list/ }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('What next?').fill('And for two people?');
    await dialog.getByLabel('Ceiling, dollars').fill('1,000');
    await dialog.getByText('without a sign for thousands').waitFor();
    expect(await dialog.getByRole('button', { name: 'Hand it in' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Ceiling, dollars').fill('2.5');
    await dialog.getByRole('button', { name: 'Hand it in' }).click();
    await page.getByRole('heading', { name: 'And for two people?', level: 1 }).waitFor();
    const limits = (await runs()).map(({ budget }) => budget.limitUsd);
    expect(limits).toContain(2.5);
  });

  it('reads pipelines by their names in the list of runs', async () => {
    const page = await browser.open(`${office.url}/#/runs`);
    await page.locator('.run-list .brief').first().waitFor();
    const [row] = await page.locator('.run-list .brief').allInnerTexts();
    expect(row).toMatch(/(?:took|under way for) .*, Quick answer/);
  });

  it('uses keys on the button of a closed list', async () => {
    const page = await browser.open(office.url);
    const floors = page.getByRole('button', { name: /Floor/ }).first();
    await floors.click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await floors.focus();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  });

  it('is asked before a folder is made, and comes to the floor that was opened', async () => {
    const page = await browser.open(`${office.url}/#/people?tab=floors&open=1`);
    const folder = directory('mistyped');
    browser.expectFault('400');
    await page.getByLabel('Name of the floor').fill('Shop');
    await page.getByLabel('Or a path of its own').fill(folder);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Make this folder?' });
    await question.getByRole('button', { name: 'Leave it' }).click();
    expect(existsSync(folder)).toBe(false);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await question.getByRole('button', { name: 'Make it and open the floor' }).click();
    await page.getByText('Shop is open.').waitFor();
    expect(existsSync(folder)).toBe(true);
    await page.getByRole('link', { name: 'Go to it' }).click();
    await page.getByText('For Shop.').waitFor();
    const floors = await office.service.client.get<readonly WorkspaceSummary[]>('/api/workspaces');
    expect(floors.body.map(({ path }) => path)).toContain(folder);
  });
});
