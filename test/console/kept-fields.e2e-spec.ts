import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Office } from '../../src/client/office.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { dialogOf, escape, storedIn } from './support/kept-dialogs.js';
import { officeWithRun } from './support/office-with-run.js';

describeInBrowser('what is typed in fields', () => {
  const browser = testBrowser();
  const held = officeWithRun();
  /** Somebody else. */
  let other: Office;
  /** A floor with pipelines of its own. */
  let press: WorkspaceSummary;

  beforeAll(async () => {
    other = await Office.connect({ url: held.office.url });
    const templates = await other.http.floorTemplates();
    const writing = templates.find(({ name }) => name.startsWith('Writing'));
    const file = await other.http.floorTemplate(writing?.id ?? '');
    press = await other.http.importWorkspace({ file, name: 'Press' });
  });
  afterAll(() => other.close());

  const openPage = (path: string) => browser.open(`${held.office.url}/#/${path}`);
  const goTo = (page: Page, path: string) => page.evaluate(`location.hash = '#/${path}'`);
  const stale = /^It was changed elsewhere since you began\./;

  it('stays of the settings of a plugin, and says that they were changed since', async () => {
    const page = await openPage('plugins');
    const card = page.locator('article', { hasText: 'Cost Guard' });
    const open = () => card.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog');
    const longest = dialog.getByLabel('Longest prompt');
    await open();
    await longest.fill('8123');
    await escape(page);
    await open();
    expect(await longest.inputValue()).toBe('8123');
    expect(await dialog.getByText(stale).count()).toBe(0);
    await longest.fill('');
    await escape(page);
    await other.http.configurePlugin('office.cost-guard', { maxPromptTokens: 7000 });
    await page.reload();
    await open();
    await dialog.getByText(stale).waitFor();
    expect(await longest.inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Discard what was typed' }).click();
    await open();
    await longest.waitFor();
    expect(await longest.inputValue()).toBe('7000');
    await longest.fill('7001');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await storedIn(page)).not.toContain('7001');
  });

  it('stays of no text of a plugin, which may be a secret', async () => {
    await other.http.configurePlugin('office.office-echo', { prefix: 'stored-secret' });
    const page = await openPage('plugins');
    const card = page.locator('article', { hasText: 'Office Echo' });
    const open = () => card.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog');
    await open();
    await dialog.locator('.check').click();
    await dialog.getByLabel('Prefix').fill('typed-secret');
    await escape(page);
    const stored = await storedIn(page);
    expect(stored).toContain('announceRuns');
    expect(stored).not.toContain('secret');
    await open();
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
    expect(await dialog.getByLabel('Prefix').inputValue()).toBe('stored-secret');
    await dialog.getByRole('button', { name: 'Discard what was typed' }).click();
  });

  it('stays of a model, beside what others have changed of it', async () => {
    const page = await openPage('models');
    const dialog = page.getByRole('dialog');
    const open = () => page.getByRole('button', { name: 'GPT-4o mini', exact: true }).click();
    await open();
    await dialog.getByLabel('Dollars in, per million').fill('3');
    await dialog.locator('.check').click();
    await escape(page);
    const { id = '' } = other.state.models.find(({ label }) => label === 'GPT-4o mini') ?? {};
    await other.http.updateSettings({ modelOverrides: { [id]: { quality: 0.5 } } });
    await page.reload();
    await open();
    await dialog.getByText(stale).waitFor();
    expect(await dialog.getByLabel('Dollars in, per million').inputValue()).toBe('3');
    expect(await dialog.getByLabel('Quality, 0 to 1').inputValue()).toBe('0.5');
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { modelOverrides, disabledModelIds } = await other.http.settings();
    expect(modelOverrides[id]).toEqual({ quality: 0.5, costPerMTokIn: 3 });
    expect(disabledModelIds).toContain(id);
    await open();
    expect(await dialog.getByRole('button', { name: /^Discard/ }).count()).toBe(0);
  });

  it('stays of a marketplace, but for its address, and of a saved view', async () => {
    const page = await openPage('plugins?tab=marketplaces');
    await page.getByLabel('Name').fill('Ours');
    await page.getByLabel('Address of a catalogue').fill('https://plugins.example.org/list.json');
    await goTo(page, 'runs?text=todo');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('The lists');
    await goTo(page, 'plugins?tab=marketplaces');
    await page.getByLabel('Address of a catalogue').waitFor();
    await page.reload();
    await page.getByLabel('Address of a catalogue').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ours');
    expect(await storedIn(page)).not.toContain('plugins.example.org');
    await goTo(page, 'runs');
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    expect(await page.getByLabel('Name of the view').count()).toBe(0);
    await goTo(page, 'runs?text=todo');
    await page.getByLabel('Name of the view').waitFor();
    expect(await page.getByLabel('Name of the view').inputValue()).toBe('The lists');
    await page.getByRole('button', { name: 'Leave it' }).click();
  });

  it('stays of the ceiling of a follow-up, and stops no other question', async () => {
    const page = await openPage(`runs/${held.runId}`);
    let dialog = await dialogOf(page, 'Continue');
    await dialog.getByLabel('What next?').fill('Say it in German');
    await dialog.getByLabel('Ceiling, dollars').fill('1,000');
    await escape(page);
    await page.reload();
    dialog = await dialogOf(page, 'Try again');
    await dialog.getByRole('button', { name: 'Try again', exact: true, disabled: false }).waitFor();
    await escape(page);
    dialog = await dialogOf(page, 'Continue');
    expect(await dialog.getByLabel('Ceiling, dollars').inputValue()).toBe('1,000');
  });

  it('stays of the name of a floor from a template', async () => {
    const page = await openPage('people?tab=floors');
    const name = page.getByRole('dialog').getByLabel('Name of the new floor');
    const choose = async (template: RegExp) => {
      await page.getByRole('button', { name: /Template$/ }).click();
      await page.getByRole('option', { name: template }).click();
      await name.waitFor();
    };
    await dialogOf(page, 'From a template or file…');
    await choose(/^Writing/);
    await escape(page);
    const dialog = await dialogOf(page, 'From a template or file…');
    expect(await dialog.getByRole('button', { name: /^Discard/ }).count()).toBe(0);
    await choose(/^Writing/);
    await name.fill('Daily');
    await escape(page);
    await dialogOf(page, 'From a template or file…');
    await choose(/^Writing/);
    expect(await name.inputValue()).toBe('Daily');
    await dialog.getByRole('button', { name: 'Discard what was typed' }).click();
  });

  it('on one floor is not shown on another: a hire', async () => {
    const page = await openPage('people?tab=hire');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Ada Long');
    await goTo(page, `people?tab=hire&floor=${press.id}`);
    await page.locator('main header').getByText('Press:').waitFor();
    expect(await name.inputValue()).toBe('');
    await name.fill('Ben Short');
    await page.goBack();
    await page.locator('main header').getByText('Press:').waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Ada Long');
  });

  it('on one floor is not shown on another: a chosen pipeline', async () => {
    const { pipelines } = await other.http.workspace(press.id);
    const own = other.state.pipelines.find(({ id }) => pipelines.every((each) => each.id !== id));
    const pipeline = own?.name ?? '';
    const page = await openPage('');
    const choice = page.getByRole('button', { name: /Pipeline$/ });
    await page.getByText('Pipeline and ceiling').click();
    await choice.click();
    await page.getByRole('option', { name: new RegExp(`^${pipeline}`) }).click();
    await choice.getByText(pipeline).waitFor();
    await goTo(page, `?floor=${press.id}`);
    await choice.getByText('Choose for me').waitFor();
    await page.goBack();
    await choice.getByText(pipeline).waitFor();

    await goTo(page, 'forges?tab=triggers');
    const dialog = await dialogOf(page, 'Make a trigger');
    await dialog.getByLabel('Name').fill('nightly');
    await choice.click();
    await page.getByRole('option', { name: pipeline, exact: true }).click();
    await escape(page);
    await goTo(page, `forges?tab=triggers&floor=${press.id}`);
    await page.locator('.top .select-button', { hasText: 'Press' }).waitFor();
    await dialogOf(page, 'Make a trigger');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('nightly');
    await dialog
      .getByRole('button', { name: /Floor$/ })
      .getByText('Press')
      .waitFor();
    await choice.getByText('The office chooses').waitFor();
  });
});
