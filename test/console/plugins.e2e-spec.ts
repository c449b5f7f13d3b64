import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PluginRecord } from '../../src/protocol/records/plugins.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('the page of plugins', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  const open = async (): Promise<Page> => {
    const page = await browser.open(`${office.url}/#/plugins`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const recordOf = async (id: string): Promise<PluginRecord> =>
    (await office.service.client.get<PluginRecord>(`/api/plugins/${id}`)).body;

  it('switches a plugin off and on, and draws the panel of another', async () => {
    const page = await open();
    const card = page.locator('article', { hasText: 'Office Echo' });
    const plugin = () => recordOf('office.office-echo');
    await card.locator('.check').click();
    await card.getByText('disabled').waitFor();
    expect((await plugin()).enabled).toBe(false);
    await card.locator('.check').click();
    await card.getByText('loaded').waitFor();
    expect((await plugin()).enabled).toBe(true);
    await page.getByRole('tab', { name: 'Panels (1)' }).click();
    const panel = page.locator('section', { hasText: 'Local model' });
    await panel.getByText('OpenAI-compatible').waitFor();
  });

  it('says of a plugin where it asks models while it is on', async () => {
    const page = await open();
    const card = page.locator('article', { hasText: 'Local Coder' });
    await card.getByText(/is asked at/).waitFor();
    await card.locator('.check').click();
    await card.getByText('disabled').waitFor();
    expect(await card.getByText(/is asked at/).count()).toBe(0);
    await card.locator('.check').click();
    await card.getByText(/is asked at/).waitFor();
  });

  it('tells of each setting of a plugin what it does and its bounds, and keeps an emptied number', async () => {
    const page = await open();
    const card = page.locator('article', { hasText: 'Cost Guard' });
    await card.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^How firmly to steer work to cheap models/).waitFor();
    await dialog.getByText(/worth a second look\. From 1000 to 200000\.$/).waitFor();
    const longest = dialog.getByLabel('Longest prompt');
    await longest.fill('');
    expect(await longest.inputValue()).toBe('');
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await longest.fill('9000');
    await save.click();
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    const { settings } = await recordOf('office.cost-guard');
    expect(settings.maxPromptTokens).toBe(9000);
  });
});
