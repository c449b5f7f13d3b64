import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exampleBriefs } from '#protocol/example-briefs.js';
import type { Run } from '#protocol/records/work.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { faultsOf } from './support/dialog-laws.js';
import { dialogSources, isHeadedBy } from './support/dialog-sources.js';
import { type DialogRow, dialogTable } from './support/dialog-table.js';
import { officeWithRun } from './support/office-with-run.js';
import { furtherDialogs, type PageState, pageStates } from './support/page-states.js';
import { rarerDialogs } from './support/rarer-dialogs.js';
import { RarerOffice } from './support/rarer-office.js';
import { dockOf } from './support/request-in-view.js';

const named = pageStates.filter(({ name }) => name.startsWith('dialog '));
/** From the first token on, the page needs one. */
const tokens = named.findIndex(({ path }) => path === 'access');
const dialogs: readonly PageState[] = [
  ...named.slice(0, tokens),
  ...furtherDialogs,
  ...named.slice(tokens),
];

function rowOf({ name }: PageState): DialogRow {
  const row = dialogTable[name];
  if (row === undefined) throw new Error(`${name} is not in the table.`);
  return row;
}

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

  it('is in the table, under whatever heading its source gives it', () => {
    const rows = Object.values(dialogTable);
    const missing = dialogSources().filter(
      (source) => !rows.some(({ of, title }) => of === source.file && isHeadedBy(title, source)),
    );
    expect(missing).toEqual([]);
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

  it('keeps the laws: a name, a beginning, room on a phone, Escape, and the focus comes back', async () => {
    // The last of these tests: the first token that is made closes the office to the others.
    browser.expectFault('403');
    const page = await browser.open(held.office.url);
    await page.locator('.people').waitFor();
    const found: string[] = [];
    for (const state of dialogs) {
      const hash = `#/${state.path.replace('RUN', held.runId)}`;
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      const faults = await faultsOf(page, state, rowOf(state));
      found.push(...faults.map((each) => `${state.name}: ${each}`));
    }
    expect(found).toEqual([]);
  });
});

describeInBrowser('a dialog that few offices have', () => {
  const browser = testBrowser();
  const rarer = new RarerOffice();
  const rarerStates = rarerDialogs(rarer);

  it('of the table is opened, and every one that is opened is in it', () => {
    const opened = [...dialogs, ...rarerStates].map(({ name }) => name);
    expect(opened.toSorted()).toEqual(Object.keys(dialogTable).toSorted());
  });

  it('keeps the laws in an office with a forge, keys, plugins and runs at work', async () => {
    // There is no folder for the dialog that asks whether to make it.
    browser.expectFault('400');
    const page = await browser.open(rarer.url);
    await page.locator('.people').waitFor();
    const found: string[] = [];
    for (const state of rarerStates) {
      const path = state.path.replace('WAITING', rarer.waiting).replace('KEPT', rarer.kept);
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`);
      const faults = await faultsOf(page, state, rowOf(state));
      found.push(...faults.map((each) => `${state.name}: ${each}`));
    }
    expect(found).toEqual([]);
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
