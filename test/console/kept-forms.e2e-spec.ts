import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { kindDeeds } from '../../console/src/pages/forges/trigger-names.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';

describeInBrowser('what is typed in a dialog', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  const openPage = (path: string) => browser.open(`${office.url}/#/${path}`);
  const dialogOf = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    return page.getByRole('dialog');
  };
  const clickOutside = async (page: Page) => {
    await page.mouse.click(4, 4);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const escape = async (page: Page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('of a trigger stays until it is discarded on purpose, but for its secret', async () => {
    const page = await openPage('forges?tab=triggers');
    let dialog = await dialogOf(page, 'Make a trigger');
    expect(await dialog.getByRole('button', { name: /^Discard/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: /What it does/ }).click();
    await page.getByRole('option', { name: kindDeeds.hook }).click();
    await dialog.getByLabel('Name').fill('from the shop');
    await dialog.getByLabel('Brief of its runs').fill('Answer the customer');
    await dialog.getByLabel(/secret/i).fill('abcdefghijklmnopqrstuvwxyz');
    await escape(page);
    dialog = await dialogOf(page, 'Make a trigger');
    await dialog
      .getByRole('button', { name: /What it does/ })
      .getByText(kindDeeds.hook)
      .waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('from the shop');
    expect(await dialog.getByLabel('Brief of its runs').inputValue()).toBe('Answer the customer');
    expect(await dialog.getByLabel(/secret/i).inputValue()).toBe('');
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('abcdef');
    await clickOutside(page);
    dialog = await dialogOf(page, 'Make a trigger');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('from the shop');
    await dialog.getByRole('button', { name: 'Discard what was typed' }).click();
    await dialog.waitFor({ state: 'detached' });
    dialog = await dialogOf(page, 'Make a trigger');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
    await dialog
      .getByRole('button', { name: /What it does/ })
      .getByText(kindDeeds.schedule)
      .waitFor();
  });

  it('of a fact stays on other pages, for each fact on its own, until it is sent', async () => {
    const page = await openPage('memory');
    let dialog = await dialogOf(page, 'Remember something');
    await dialog.getByLabel('Fact').fill('We deploy on Tuesdays');
    await dialog.getByLabel('Tags, with commas').fill('deploy');
    await clickOutside(page);
    await page.evaluate('location.hash = "#/plugins"');
    await page.getByRole('heading', { level: 1, name: 'Plugins' }).waitFor();
    await page.goBack();
    dialog = await dialogOf(page, 'Remember something');
    expect(await dialog.getByLabel('Fact').inputValue()).toBe('We deploy on Tuesdays');
    expect(await dialog.getByLabel('Tags, with commas').inputValue()).toBe('deploy');
    await dialog.getByRole('button', { name: 'Remember', exact: true }).click();
    await page.getByRole('article').getByText('We deploy on Tuesdays').waitFor();
    dialog = await dialogOf(page, 'Remember something');
    expect(await dialog.getByLabel('Fact').inputValue()).toBe('');
    await escape(page);
    dialog = await dialogOf(page, 'Correct');
    await dialog.getByLabel('Fact').fill('We deploy on Mondays');
    await escape(page);
    dialog = await dialogOf(page, 'Remember something');
    expect(await dialog.getByLabel('Fact').inputValue()).toBe('');
    await escape(page);
    dialog = await dialogOf(page, 'Withdraw');
    await dialog.getByLabel('Why').fill('It was never so');
    await escape(page);
    dialog = await dialogOf(page, 'Withdraw');
    expect(await dialog.getByLabel('Why').inputValue()).toBe('It was never so');
    await escape(page);
    dialog = await dialogOf(page, 'Correct');
    expect(await dialog.getByLabel('Fact').inputValue()).toBe('We deploy on Mondays');
  });

  it('of a repository stays, but for its token', async () => {
    const page = await openPage('forges');
    let dialog = await dialogOf(page, 'Connect a repository');
    await dialog.getByLabel('Repository').fill('acme/widgets');
    await dialog.getByLabel('Token').fill('ghp_secret');
    await escape(page);
    dialog = await dialogOf(page, 'Connect a repository');
    expect(await dialog.getByLabel('Repository').inputValue()).toBe('acme/widgets');
    expect(await dialog.getByLabel('Token').inputValue()).toBe('');
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('ghp_');
  });
});
