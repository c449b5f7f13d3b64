import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Forge } from '#protocol/records/forges.js';
import {
  floorNames,
  otherAccount,
  rowsAt,
  shownAt,
  turns,
} from '../doors/forges/support/forge-fields.js';
import { GitlabSimulator } from '../support/forges/gitlab/gitlab-simulator.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';

describeInBrowser('every field of a repository on a forge, on the page', () => {
  const browser = testBrowser();
  const inDirectory = temporaryDirectory();
  let forge: GitlabSimulator;
  let office: BuiltOffice;
  beforeAll(async () => {
    forge = await GitlabSimulator.start(inDirectory('forge'));
    forge.accounts.set(otherAccount.token, { login: otherAccount.login, scopes: ['api'] });
    office = await startBuiltOffice({ OFFICE_PRIVATE_HOSTS: new URL(forge.url).host });
    for (const name of floorNames) await office.service.client.post('/api/workspaces', { name });
  });
  afterAll(async () => {
    await office.close();
    await forge.close();
    expect(forge.violations).toEqual([]);
  });

  const shown = async (): Promise<Forge | undefined> =>
    (await office.service.client.get<readonly Forge[]>('/forges')).body[0];

  async function fill(page: Page, dialog: Locator, turn: (typeof turns)[number]): Promise<void> {
    for (const [, { label, labelLater = label, values, choices }] of rowsAt(turn, forge)) {
      const name = turn === 0 ? label : labelLater;
      const field = dialog.getByLabel(name, { exact: true });
      if (choices === undefined) {
        await field.fill(String(values[turn]));
      } else {
        await dialog.getByRole('button', { name }).click();
        await page.getByRole('option', { name: choices[turn] ?? '', exact: true }).click();
      }
    }
  }

  it('is said, changed and emptied', async () => {
    const page = await browser.open(`${office.url}/#/forges`);
    await page.getByRole('button', { name: 'Connect a repository' }).click();
    const connecting = page.getByRole('dialog', { name: 'Connect a repository' });
    await connecting.getByText('What becomes work, and its bounds').click();
    await fill(page, connecting, 0);
    await connecting.getByRole('button', { name: 'Connect', exact: true }).click();
    const connected = page.getByRole('dialog', { name: `${forge.repository} is connected` });
    await connected.getByRole('button', { name: 'Done' }).click();
    expect(await shown()).toMatchObject(shownAt(0, forge));
    const card = page.getByRole('article', { name: forge.repository });
    for (const turn of turns.slice(1)) {
      await card.getByRole('button', { name: 'Change' }).click();
      const changing = page.getByRole('dialog', { name: `Change ${forge.repository}` });
      await fill(page, changing, turn);
      expect(await allFindings(page)).toEqual([]);
      await changing.getByRole('button', { name: 'Save' }).click();
      await changing.waitFor({ state: 'detached' });
      expect(await shown()).toMatchObject(shownAt(turn, forge));
    }
  });
});
