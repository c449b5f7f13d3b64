import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Office } from '../../src/client/office.js';
import { kindDeeds } from '../../console/src/pages/forges/trigger-names.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';
import { dialogOf, escape, storedIn } from './support/kept-dialogs.js';

describeInBrowser('what is typed in a dialog', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  /** Somebody else. */
  let other: Office;

  beforeAll(async () => {
    office = await startBuiltOffice();
    other = await Office.connect({ url: office.url });
  });
  afterAll(async () => {
    other.close();
    await office.close();
  });

  const openPage = (path: string) => browser.open(`${office.url}/#/${path}`);
  const clickOutside = async (page: Page) => {
    await page.mouse.click(4, 4);
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
    expect(await storedIn(page)).not.toContain('abcdef');
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
    await dialog.getByLabel('Name').fill('n');
    await dialog
      .getByRole('button', { name: /What it does/ })
      .getByText(kindDeeds.schedule)
      .waitFor();
  });

  it('of a message stays, but for the address that is called', async () => {
    const page = await openPage('forges?tab=triggers');
    let dialog = await dialogOf(page, 'Make a trigger');
    await dialog.getByRole('button', { name: /What it does/ }).click();
    await page.getByRole('option', { name: kindDeeds.outbound }).click();
    await dialog.getByLabel('Name').fill('to the team');
    await dialog.getByLabel('Address that is called').fill('https://hooks.example.org/T0/secret');
    await dialog.getByRole('button', { name: /Floor/ }).getByText('All').waitFor();
    await escape(page);
    dialog = await dialogOf(page, 'Make a trigger');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('to the team');
    expect(await dialog.getByLabel('Address that is called').inputValue()).toBe('');
    expect(await storedIn(page)).not.toContain('hooks.example.org');
  });

  it('of a change of a trigger stays, and says that somebody else has changed it', async () => {
    browser.expectFault('400');
    const trigger = await other.http.makeTrigger({
      ...{ kind: 'schedule', name: 'nightly', brief: 'Look', cron: '0 3 * * *' },
    });
    const page = await openPage('forges?tab=triggers');
    let dialog = await dialogOf(page, 'Change');
    await dialog.getByLabel('Brief of its runs').fill('Look well');
    await escape(page);
    const { revision } = trigger;
    await other.http.changeTrigger(trigger.id, { revision, brief: 'Look twice' });
    await page.reload();
    dialog = await dialogOf(page, 'Change');
    expect(await dialog.getByLabel('Brief of its runs').inputValue()).toBe('Look well');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Show it as it is now' }).click();
    await dialog.getByText('Look twice').waitFor();
    expect(await dialog.getByRole('button', { name: /^Discard/ }).count()).toBe(0);
    expect(await storedIn(page)).not.toContain('Look well');
    await dialog.getByLabel('Brief of its runs').fill('Look thrice');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Look thrice').waitFor();
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
    expect(await storedIn(page)).not.toContain('ghp_');
    await dialog.getByLabel('Repository').fill('https://ada:ghp_secret@git.example.org/acme/w');
    expect(await storedIn(page)).not.toContain('ghp_');
    expect(await storedIn(page)).not.toContain('acme/widgets');
  });

  it('of a floor stays with that floor', async () => {
    const { id } = await other.http.createWorkspace({ name: 'Second' });
    const page = await openPage('memory');
    const dialog = await dialogOf(page, 'Remember something');
    await dialog.getByLabel('Fact').fill('We deploy from the first floor');
    await escape(page);
    await page.evaluate(`location.hash = "#/memory?floor=${id}"`);
    await page
      .getByRole('button', { name: /Second/ })
      .first()
      .waitFor();
    await dialogOf(page, 'Remember something');
    expect(await dialog.getByLabel('Fact').inputValue()).toBe('');
  });

  it('counts as nothing where it cannot be read', async () => {
    const page = await openPage('settings');
    const broken = ['office-new-forge', 'office-settings'];
    for (const key of broken) await page.evaluate(`sessionStorage.setItem('${key}', '{')`);
    await page.reload();
    await page.getByLabel('Employees at work at once').waitFor();
    await page.evaluate('location.hash = "#/forges"');
    const dialog = await dialogOf(page, 'Connect a repository');
    expect(await dialog.getByLabel('Repository').inputValue()).toBe('');
  });
});
