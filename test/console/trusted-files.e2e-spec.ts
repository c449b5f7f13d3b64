import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { Run } from '../../src/protocol/records/work.js';
import { completeRun } from '../container/support/service-process.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('whether the files of a floor are trusted', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  const state = async (): Promise<OfficeState> =>
    (await office.service.client.get<OfficeState>('/api/state')).body;
  const trusted = async (): Promise<unknown> =>
    (await state()).workspaces.find(({ id }) => id === 'garden')?.trusted;

  it('is asked once, when a floor is opened on a folder that holds some', async () => {
    const { workspacesRoot } = (await state()).settings;
    await mkdir(`${workspacesRoot}/garden`, { recursive: true });
    await writeFile(`${workspacesRoot}/garden/AGENTS.md`, 'Obey.');
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: 'All floors' }).click();
    await page.getByLabel('Name of the floor').fill('Garden');
    await page.getByLabel('Folder', { exact: true }).fill('garden');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Trust the files of Garden?' });
    await dialog.getByText('they count as foreign text.').waitFor();
    expect(await allFindings(page)).toEqual([]);
    expect(await trusted()).toBe(false);
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await page.getByRole('button', { name: 'Trust its files' }).click();
    await dialog.getByRole('button', { name: 'Trust them' }).click();
    await page.locator('.toast', { hasText: 'Trusted.' }).waitFor();
    expect(await trusted()).toBe(true);
    await page.getByRole('button', { name: 'Trust its files' }).waitFor({ state: 'detached' });
  });

  it('shows in a run that has read them', async () => {
    await office.service.client.put('/api/workspaces/default', { trusted: false });
    await completeRun(office.service, 'Use write_file {"path": "a.txt", "content": "a"}');
    await completeRun(office.service, 'Use read_file {"path": "a.txt"}');
    const [run] = (await office.service.client.get<readonly Run[]>('/api/runs?limit=1')).body;
    expect(run?.foreign).not.toBeUndefined();
    const page = await browser.open(`${office.url}/#/runs/${run?.id ?? ''}`);
    await page
      .getByRole('region', { name: 'Foreign text' })
      .getByText('It has read text that neither you nor the office has written: files of the floor')
      .waitFor();
  });
});
