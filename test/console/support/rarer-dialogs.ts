import type { Page } from 'playwright-core';
import type { RarerOffice } from './rarer-office.js';
import { openTab, type PageState, pressOf } from './page-states.js';

const opened = (path: string, name: string, reach: PageState['reach']): PageState => ({
  path,
  name: `dialog ${name}`,
  reach: async (page) => {
    await reach(page);
    await page.getByRole('dialog').waitFor();
  },
});

const newFloor = async (page: Page, name: string, field: string, value: string) => {
  await openTab(page, 'All floors');
  await page.getByLabel('Name of the floor').fill(name);
  await page.getByLabel(field, { exact: true }).fill(value);
  await pressOf(page, 'Open');
};

const ofForge = (button: string): PageState =>
  opened('forges', `${button} of a forge`, async (page) => {
    const card = page.getByRole('article', { name: 'acme/widgets' });
    await card.getByRole('button', { name: button, exact: true }).click();
  });

/**
 * Dialogs that an office has only with a forge, a key, a marketplace, a run at work or a worktree.
 * WAITING and KEPT stand for the ids of its runs.
 */
export const rarerDialogs = (held: RarerOffice): readonly PageState[] => [
  opened('settings', 'of the palette', (page) => page.keyboard.press('Control+k')),
  opened('runs/WAITING', 'Cancel the run', (page) => pressOf(page, 'Cancel the run')),
  opened('runs/WAITING', 'Change the plan', (page) => pressOf(page, 'Change the plan')),
  opened('runs/KEPT', 'Discard the worktree', async (page) => {
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Discard the worktree' }).click();
  }),
  opened('models', 'Remove the key', (page) => pressOf(page, 'Remove the key of OpenAI')),
  opened('plugins', 'Remove a plugin', async (page) => {
    await openTab(page, 'Installed');
    await pressOf(page, 'Remove');
  }),
  opened('plugins', 'Remove a marketplace', async (page) => {
    await openTab(page, 'Marketplaces');
    await pressOf(page, 'Remove');
  }),
  opened('people', 'Trust its files', (page) => newFloor(page, 'Garden', 'Folder', 'garden')),
  opened('people', 'Make this folder', (page) =>
    newFloor(page, 'Shed', 'Or a path of its own', held.inDirectory('nowhere')),
  ),
  opened('memory', 'Withdrawn', async (page) => {
    await pressOf(page, 'Withdraw');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('dialog', { name: 'Withdrawn' }).waitFor();
  }),
  opened('forges', 'of a connected repository', async (page) => {
    await pressOf(page, 'Connect a repository');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Repository', { exact: true }).fill(`${held.forge.url}/acme/widgets`);
    await dialog.getByLabel('Token').fill(held.forge.token);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'acme/widgets is connected' }).waitFor();
  }),
  ...['Change', 'New secret', 'Remove'].map(ofForge),
];
