import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { FloorFile } from '../../src/protocol/records/floor-files.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('what people already have', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  const state = async (): Promise<OfficeState> =>
    (await office.service.client.get<OfficeState>('/api/state')).body;
  const choose = async (page: Page, label: string, option: RegExp): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await page.getByRole('option', { name: option }).click();
  };

  beforeAll(async () => {
    office = await startBuiltOffice();
    const folder = (await state()).workspaces[0]?.path ?? '';
    const files = {
      '.claude/agents/reviewer.md': '---\nname: Reviewer\ntools: Bash\n---\nLook at changes.',
      '.claude/commands/fix.md': '---\nargument-hint: the issue\n---\nFix $ARGUMENTS now.',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  });
  afterAll(() => office.close());

  it('opens a floor from a template, after a look at it', async () => {
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: 'All floors' }).click();
    await page.getByRole('button', { name: 'From a template or file…' }).click();
    const dialog = page.getByRole('dialog');
    await choose(page, 'Template', /^Writing/);
    await dialog.getByText('Editor in Chief').waitFor();
    expect(await allFindings(page)).toEqual([]);
    await dialog.getByLabel('Name of the new floor').fill('Press');
    await dialog.getByRole('button', { name: 'Open this floor' }).click();
    await page.locator('.toast', { hasText: 'Opened.' }).waitFor();
    expect((await state()).workspaces.map(({ name }) => name)).toContain('Press');
  });

  it('exports a floor, and opens it again from the file, without its rights', async () => {
    await office.service.client.put('/api/workspaces/press', { hosts: ['example.org'] });
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: 'All floors' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Press' });
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Export' }).click();
    const path = await (await download).path();
    const file = JSON.parse(await readFile(path, 'utf8')) as FloorFile;
    expect(file).toMatchObject({ format: 'office-floor', name: 'Press' });
    await page.getByRole('button', { name: 'From a template or file…' }).click();
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from(JSON.stringify(file));
    const json = { name: 'press.json', mimeType: 'application/json', buffer };
    await dialog.getByLabel('Or a file').setInputFiles(json);
    await dialog.getByText('Commands in the sandbox that reach example.org.').waitFor();
    await dialog.getByText('A floor is called "Press" already').waitFor();
    await dialog.getByRole('region').getByText('press.json').waitFor();
    expect(await dialog.getByLabel('Or a file').inputValue()).toMatch(/press\.json$/);
    const nameField = dialog.getByLabel('Name of the new floor');
    await nameField.fill('press');
    await dialog.getByText('There is already a floor called press.').waitFor();
    expect(await allFindings(page)).toEqual([]);
    await dialog.getByLabel('Name of the new floor').fill('Press two');
    await dialog.getByRole('button', { name: 'Open this floor' }).click();
    await page.locator('.toast', { hasText: 'Opened.' }).waitFor();
    const made = (await state()).workspaces.find(({ name }) => name === 'Press two');
    expect(made?.hosts).toBeUndefined();
  });

  it('refuses a file that is none, and says why', async () => {
    browser.expectFault('400');
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: 'All floors' }).click();
    await page.getByRole('button', { name: 'From a template or file…' }).click();
    const field = page.getByRole('dialog').getByLabel('Or a file');
    const put = (text: string) =>
      field.setInputFiles({
        ...{ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) },
      });
    await put('{"format": "other"}');
    await page.locator('.toast', { hasText: 'This is no floor file' }).waitFor();
    await put('nothing');
    await page.locator('.toast', { hasText: 'This file is no JSON.' }).waitFor();
  });

  it('hires an agent of the folder, without its rights', async () => {
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: 'Hire' }).click();
    await choose(page, 'Like', /claude\/agents\/reviewer\.md/);
    await page.getByText('Not taken over: tools.').waitFor();
    expect(await allFindings(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Rita');
    await page.getByRole('button', { name: 'Hire', exact: true }).click();
    await page.locator('.toast', { hasText: 'Rita is hired' }).waitFor();
    const hired = (await state()).roles.find(({ id }) => id === 'reviewer');
    expect(hired).toMatchObject({ displayName: 'Rita', responsibilities: ['Look at changes.'] });
    expect(hired?.allowedTools).not.toContain('run_shell');
  });

  it('fills a command of the folder into the brief, with its arguments', async () => {
    const page = await browser.open(`${office.url}/#/`);
    await page.locator('summary').getByText('From the folder').click();
    await choose(page, 'Command or prompt', /^fix/);
    await page.getByLabel('the issue').fill('issue 12');
    expect(await allFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fill it in' }).click();
    expect(await page.getByLabel('Give the office a brief').inputValue()).toBe('Fix issue 12 now.');
  });
});
