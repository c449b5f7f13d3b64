import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exampleBriefs } from '#protocol/example-briefs.js';
import type { Run } from '#protocol/records/work.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';
import { furtherDialogs, type PageState, pageStates } from './support/page-states.js';
import { dockOf } from './support/request-in-view.js';
import { focusedName } from './support/tab-to.js';

/** What each dialog begins at. */
const begins: Readonly<Record<string, RegExp>> = {
  'dialog Change': /^Name/,
  'dialog Choose a folder…': /^Use this (?:folder|repository)$/,
  'dialog Close': /^Leave it$/,
  'dialog Connect a repository': /^Repository/,
  'dialog Continue': /^What next\?$/,
  'dialog Correct': /^Fact/,
  'dialog Deliver…': /^A (?:branch|patch)/,
  'dialog From a template or file…': /^Or a file$/,
  'dialog GPT-4o mini': /^May be chosen$/,
  'dialog Let go': /^Leave it$/,
  'dialog Look inside': /^Close$/,
  'dialog Make it again': /^Make it again$/,
  'dialog Make a token': /^Name/,
  'dialog Make a trigger': /^Name/,
  'dialog New secret': /^Secret/,
  'dialog Record': /^\{/,
  'dialog Remember something': /^Fact$/,
  'dialog Remove': /^Leave it$/,
  'dialog Remove the newest': /^Leave it$/,
  'dialog Revoke Ada': /^Leave it$/,
  'dialog Settings': /Aggressiveness/,
  'dialog Try it': /^What it is called with/,
  'dialog Try again': /^Try again$/,
  'dialog Undo from this turn on': /^Undo$/,
  'dialog Undo the change': /^Undo$/,
  'dialog Withdraw': /^Why$/,
  'dialog of a made trigger': /^Copy: Its secret/,
  'dialog of keys': /^All keys/,
  'dialog of a made token': /^Copy it$/,
};

const named = pageStates.filter(({ name }) => name.startsWith('dialog '));
/** From the first token on, the page needs one. */
const tokens = named.findIndex(({ path }) => path === 'access');
const dialogs: readonly PageState[] = [
  ...named.slice(0, tokens),
  ...furtherDialogs,
  ...named.slice(tokens),
];

describe('every dialog of the page', () => {
  it('is of the part that gives the focus and takes keys', () => {
    const own = globSync('console/src/**/*.tsx').filter((file) =>
      /ModalOverlay|<dialog\b|showModal/.test(readFileSync(file, 'utf8')),
    );
    expect(own).toEqual(['console/src/ui/dialog.tsx']);
  });

  it('that asks first holds no field, so it begins at leaving it', () => {
    const asking = globSync('console/src/**/*.tsx').flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/<Confirm\b.*?<\/Confirm>/gs),
    ]);
    expect(asking.length).toBeGreaterThan(5);
    const fields = asking.filter(([text]) => /<\w*(?:Field|Select|Check)\b|autoFocus/.test(text));
    expect(fields.map(([text]) => text)).toEqual([]);
  });

  it('is in the table, once it can be opened without a forge', () => {
    expect(dialogs.map(({ name }) => name).toSorted()).toEqual(Object.keys(begins).toSorted());
  });
});

describeInBrowser('a dialog', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  it('takes Enter in a field for the button that takes it, and Ctrl Enter in one of several lines', async () => {
    const page = await browser.open(`${held.office.url}/#/models`);
    await page.getByRole('button', { name: 'GPT-4o mini', exact: true }).first().click();
    const quality = page.getByRole('dialog').getByLabel('Quality, 0 to 1');
    await quality.fill('0.75');
    await quality.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${held.office.url}/#/memory`);
    await page.getByRole('button', { name: 'Remember something' }).first().click();
    const words = page.getByRole('dialog').getByRole('textbox').first();
    await words.fill('We deploy on Mondays.');
    await words.press('Enter');
    expect(await words.inputValue()).toBe('We deploy on Mondays.\n');
    await words.press('Control+Enter');
    await page.getByText('We deploy on Mondays.').and(page.locator('main *')).first().waitFor();
  });

  it('begins at leaving it where nothing brings back what goes, so that Enter does no harm', async () => {
    const page = await browser.open(`${held.office.url}/#/people/ceo`);
    await page.getByRole('button', { name: 'Let go' }).click();
    await page.getByRole('button', { name: 'Leave it' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(
      (
        await held.office.service.client.get<{ employees: readonly { id: string }[] }>('/api/state')
      ).body.employees.some(({ id }) => id === 'ceo'),
    ).toBe(true);
  });

  it('begins at what is useful in it, and is left with Escape', async () => {
    // The last of these tests: the first token that is made closes the office to the others.
    browser.expectFault('403');
    const page = await browser.open(held.office.url);
    await page.locator('.people').waitFor();
    const found: (readonly [string, string])[] = [];
    for (const { path, name, reach } of dialogs) {
      const hash = `#/${path.replace('RUN', held.runId)}`;
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await reach(page);
      // What is loaded later is begun at once it is there.
      const focused = begins[name]?.test('Close') === true ? ':focus' : ':focus:not(.dialog-end *)';
      await page.locator(`[role=dialog] ${focused}`).waitFor({ state: 'attached' });
      found.push([name, (await focusedName(page)).slice(0, 60)]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(found.filter(([name, focused]) => begins[name]?.test(focused) !== true)).toEqual([]);
  });
});

describeInBrowser('a dialog that was asked for by a key', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  it('is answered by Enter: a run at work is canceled by r x Enter', async () => {
    const [example] = exampleBriefs;
    const { brief, pipelineId } = example ?? {};
    const { body } = await office.service.client.post<Run>('/api/submit', { brief, pipelineId });
    const page = await browser.open(`${office.url}/#/runs/${body.id}`);
    await dockOf(page).getByText('asks to run a command').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.press('x');
    await page
      .getByRole('button', { name: 'Cancel the run' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(async () => {
      const run = await office.service.client.get<Run>(`/api/runs/${body.id}`);
      return run.body.status === 'cancelled';
    });
  });
});
