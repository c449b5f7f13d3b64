import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type Trigger, type TriggerKind, triggerKinds } from '#protocol/records/triggers.js';
import { eventNames, kindDeeds } from '../../console/src/pages/forges/trigger-names.js';
import {
  floorNames,
  partOf,
  rowsOf,
  shownOf,
  type TriggerRow,
  type Turn,
} from '../doors/triggers/support/trigger-fields.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';

describeInBrowser('every field of a trigger on the page', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
    for (const name of floorNames) await office.service.client.post('/api/workspaces', { name });
  });
  afterAll(() => office.close());

  const shown = async (): Promise<Trigger | undefined> =>
    (await office.service.client.get<readonly Trigger[]>('/triggers')).body.at(-1);

  it.each(triggerKinds)('is made, changed and emptied: %s', async (kind) => {
    const page = await browser.open(`${office.url}/#/forges?tab=triggers`);
    await page.getByRole('button', { name: 'Make a trigger' }).click();
    const making = page.getByRole('dialog', { name: 'Make a trigger' });
    await choose(page, making, 'What it does', kindDeeds[kind]);
    await fill(page, making, rowsOf(kind), 0);
    await making.getByRole('button', { name: 'Make it' }).click();
    if (kind !== 'schedule') {
      const made = page.getByRole('dialog', { name: '“first” is made' });
      expect(await made.locator('pre').last().textContent()).toBe(secretOf(kind, 0));
      await made.getByRole('button', { name: 'Done' }).click();
    }
    await page.getByRole('article', { name: 'first' }).waitFor();
    expect(await shown()).toMatchObject(shownOf(kind, 0));
    for (const turn of [1, 2] as const) {
      const name = turn === 1 ? 'first' : 'second';
      await page.getByRole('article', { name }).getByRole('button', { name: 'Change' }).click();
      const changing = page.getByRole('dialog', { name: `Change “${name}”` });
      await changing.getByText(`${kindDeeds[kind]}. That stays`).waitFor();
      const rows = rowsOf(kind).filter(([field]) => field !== 'secret');
      await fill(page, changing, rows, turn);
      expect(await allFindings(page)).toEqual([]);
      await changing.getByRole('button', { name: 'Save' }).click();
      await changing.waitFor({ state: 'detached' });
      expect(partOf(kind, turn, await shown())).toEqual(shownOf(kind, turn));
    }
    const second = page.getByRole('article', { name: 'second' });
    if (kind !== 'schedule') await renew(page, second, kind);
    await second.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await second.waitFor({ state: 'detached' });
  });
});

async function renew(page: Page, card: Locator, kind: TriggerKind): Promise<void> {
  await card.getByRole('button', { name: 'New secret' }).click();
  const renewing = page.getByRole('dialog');
  await renewing.getByLabel('Secret').fill(secretOf(kind, 1));
  await renewing.getByLabel('Hours with both').fill('2');
  await renewing.getByText('The old one is good for 2 more hours.').waitFor();
  expect(await allFindings(page)).toEqual([]);
  await renewing.getByRole('button', { name: 'Make it anew' }).click();
  await renewing.locator('pre').waitFor();
  expect(await renewing.locator('pre').textContent()).toBe(secretOf(kind, 1));
  await renewing.getByRole('button', { name: 'Done' }).click();
}

function secretOf(kind: TriggerKind, turn: Turn): string {
  const row = rowsOf(kind).find(([name]) => name === 'secret');
  return String(row?.[1].values[turn]);
}

async function choose(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function fill(
  page: Page,
  dialog: Locator,
  rows: readonly TriggerRow[],
  turn: Turn,
): Promise<void> {
  for (const [, { label, values, choices }] of rows) {
    const value = values[turn];
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      for (const [event, words] of Object.entries(eventNames)) {
        const box = dialog.getByRole('checkbox', { name: words });
        if ((await box.isChecked()) !== value.includes(event))
          await dialog.getByText(words).click();
      }
    } else if (choices === undefined) {
      await dialog.getByLabel(label).fill(String(value ?? ''));
    } else {
      const first = label === 'Floor' ? /^(The first one|All)$/ : 'The office chooses';
      await dialog.getByRole('button', { name: label }).click();
      const named = turn === 2 ? first : String(choices[turn]);
      await page.getByRole('option', { name: named, exact: true }).click();
    }
  }
}
