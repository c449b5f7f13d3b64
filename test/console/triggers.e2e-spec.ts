import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MadeTrigger } from '#protocol/records/triggers.js';
import { triggerTexts } from '#protocol/texts/triggers.js';
import { kindDeeds } from '../../console/src/pages/forges/trigger-names.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { tabTo } from './support/tab-to.js';

describeInBrowser('the page of triggers', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  it('makes a schedule with its next times, by keys alone', async () => {
    const page = await browser.open(office.url, { timezoneId: 'Europe/Berlin' });
    await page.locator('.people').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByText('No repository is connected').waitFor();
    await page.getByRole('button', { name: 'Make a trigger' }).waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Make a trigger' });
    await dialog.waitFor();
    await tabTo(page, /^Name/);
    await page.keyboard.type('nightly');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Update the dependencies.');
    await dialog.getByText(/^Next: \w+,? \d+ \w+,? 03:00; .* \(Europe\/Berlin\)$/).waitFor();
    await dialog.getByLabel('Five fields').fill('0 3 * *');
    await dialog.getByText('is no schedule of five fields').waitFor();
    await dialog.getByLabel('Five fields').fill('30 4 * * 1-5');
    await dialog.getByText(/^Next: \w+,? \d+ \w+,? 04:30; /).waitFor();
    await dialog.getByLabel('Time zone').fill('Asia/Tok');
    await dialog.getByText(triggerTexts.timeZone('Asia/Tok')).waitFor();
    await dialog.getByLabel('Time zone').fill('Asia/Tokyo');
    await dialog.getByText(/^Next: \w+,? \d+ \w+,? 04:30; .* \(Asia\/Tokyo\)$/).waitFor();
    await tabTo(page, /^Make it/);
    await page.keyboard.press('Enter');
    const said = /It comes on \w+,? \d+ \w+,? 04:30 \(Asia\/Tokyo\)\./;
    await page.locator('.toast', { hasText: said }).waitFor();
    const card = page.getByRole('article', { name: 'nightly' });
    await card.getByText('30 4 * * 1-5, Asia/Tokyo').waitFor();
    await card.getByText('It has not gone off yet.').waitFor();
  });

  it('warns of ceilings that are too small for a run of its floor', async () => {
    await office.service.client.post('/api/workspaces', { name: 'Second' });
    const page = await browser.open(`${office.url}/#/forges?tab=triggers`);
    await page.getByRole('article', { name: 'nightly' }).waitFor();
    await page.getByRole('button', { name: 'Make a trigger' }).click();
    const dialog = page.getByRole('dialog');
    const warning = dialog.getByText(
      /^A ceiling of \$0\.001 is too small: "Code change" takes at least 4 turns/,
    );
    await dialog.getByLabel('Brief of its runs').fill('The date parser has a bug');
    const ofRun = dialog.getByLabel('Ceiling of a run, USD');
    await ofRun.fill('0.001');
    await warning.waitFor();
    await ofRun.fill('4');
    await warning.waitFor({ state: 'detached' });
    await dialog.getByLabel('Ceiling of a day, USD').fill('3');
    const none = dialog.getByText(
      'No run would begin: one may spend $4.00, a whole day no more than $3.00.',
    );
    await none.waitFor();
    await dialog.getByLabel('Ceiling of a day, USD').fill('4');
    await none.waitFor({ state: 'detached' });
    await dialog.getByLabel('Ceiling of a run, USD').fill('0.001');
    await dialog.getByRole('button', { name: 'Floor' }).click();
    await page.getByRole('option', { name: 'Second' }).click();
    await warning.waitFor();
    await dialog.getByRole('button', { name: /What it does/ }).click();
    await page.getByRole('option', { name: kindDeeds.outbound }).click();
    await warning.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Discard what was typed' }).click();

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByLabel('Ceiling of a run, USD').fill('0.001');
    await dialog.getByText(/^A ceiling of \$0\.001 is too small: /).waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('makes a hook, tries it with a sample, pauses and removes it', async () => {
    const page = await browser.open(`${office.url}/#/forges?tab=triggers`);
    await page.getByRole('article', { name: 'nightly' }).waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'Make a trigger' });
    await dialog.getByLabel('Name').fill('alerts');
    await dialog.getByLabel('Brief of its runs').fill('Find out why this alert fired.');
    await dialog.getByLabel('Runs a day').fill('2');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    const made = page.getByRole('dialog', { name: '“alerts” is made' });
    expect(await made.locator('pre').first().textContent()).toMatch(/\/hooks\/trigger_\w+$/);
    expect(await made.locator('pre').last().textContent()).toMatch(/^whsec_\S{44}$/);
    expect(await allFindings(page)).toEqual([]);
    await made.getByRole('button', { name: 'Done' }).click();
    const card = page.getByRole('article', { name: 'alerts' });
    await card.getByRole('button', { name: 'Try it' }).click();
    const trying = page.getByRole('dialog', { name: 'Try “alerts”' });
    await trying.getByLabel('What it is called with').fill('{');
    await trying.getByText('Write a JSON object.').waitFor();
    expect(await allFindings(page)).toEqual([]);
    await trying.getByLabel('What it is called with').fill('{"title": "Disk full"}');
    await trying.getByRole('button', { name: 'Try it' }).click();
    await trying.getByRole('link', { name: 'Go to the run' }).waitFor();
    await trying.getByRole('button', { name: 'Done' }).click();
    const times = card.getByRole('region', { name: 'Times of alerts' });
    await times.getByText('started').waitFor();
    expect(await allFindings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Change' }).click();
    const changing = page.getByRole('dialog', { name: 'Change “alerts”' });
    await changing.getByLabel('Runs a day').fill('0');
    await changing.getByText('A whole number from 1 to 1000.').waitFor();
    expect(await allFindings(page)).toEqual([]);
    await changing.getByLabel('Runs a day').fill('7');
    await changing.getByLabel('Brief of its runs').fill('Mend what this alert is of.');
    await changing.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Mend what this alert is of.').waitFor();
    await card.getByText('7 runs a day').waitFor();
    await card.getByRole('button', { name: 'Change' }).click();
    await changing.getByLabel('Runs a day').fill('1');
    await changing.getByRole('button', { name: 'Save' }).click();
    await card.getByText('1 run a day').waitFor();
    await card.getByRole('button', { name: 'New secret' }).click();
    const renewing = page.getByRole('dialog', { name: 'A new secret for “alerts”' });
    await renewing.getByRole('button', { name: 'Make it anew' }).click();
    await renewing.locator('pre').waitFor();
    expect(await renewing.locator('pre').textContent()).toMatch(/^whsec_\S{44}$/);
    expect(await allFindings(page)).toEqual([]);
    await renewing.getByRole('button', { name: 'Done' }).click();
    await card.getByRole('button', { name: 'Pause' }).click();
    await card.getByText('paused', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Resume' }).click();
    await times.getByRole('link', { name: 'Open the run' }).click();
    const origin = page.getByRole('navigation', { name: 'Where it came from and went to' });
    await origin.getByRole('link', { name: 'trigger “alerts”' }).click();
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('tells others, and shows why they were not reached', async () => {
    const page = await browser.open(`${office.url}/#/forges?tab=triggers`);
    await page.getByRole('article', { name: 'nightly' }).waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog', { name: 'Make a trigger' });
    await dialog.getByLabel('Name').fill('chat');
    await dialog.getByLabel('Address that is called').fill('http://127.0.0.1:9/secret');
    await dialog.getByText('a ceiling that is spent').click();
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('dialog', { name: '“chat” is made' }).waitFor();
    await page.keyboard.press('Escape');
    const card = page.getByRole('article', { name: 'chat' });
    await card.getByText('http://127.0.0.1:9', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('dialog').getByText('waiting').waitFor();
    await page.keyboard.press('Escape');
    await card.getByText('given up').waitFor();
    const { body } = await office.service.client.get<readonly MadeTrigger[]>('/triggers');
    expect(body.find(({ name }) => name === 'chat')?.events).toEqual([
      ...['run.ended', 'approval.waits', 'budget.passed'],
    ]);
  });
});
