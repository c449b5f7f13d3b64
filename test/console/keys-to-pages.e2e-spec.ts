import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type PageEntry, pageGroups } from '../../console/src/app/page-groups.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';

/** Every page of the navigation. */
const entries: readonly PageEntry[] = pageGroups.flat();
const withTabs = entries.filter(({ tabs }) => tabs !== undefined);
const paletteTabs = entries.flatMap(({ path, tabs = [] }) =>
  tabs.map(({ id, name }) => ({ path, id, name })),
);

describeInBrowser('the keys and commands that go to pages and their tabs', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  const brief = (page: Page) => page.getByLabel('Give the office a brief');
  const tabWith = (page: Page, id: string) =>
    page.locator(`main [role=tab][data-key=${id}][aria-selected=true]`);

  async function press(page: Page, keys: string): Promise<void> {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  }

  it('goes to every page', async () => {
    const page = await browser.open(held.office.url);
    await brief(page).waitFor();
    // From another page, because the first is shown already.
    for (const { keys, name } of [...entries.slice(1), ...entries.slice(0, 1)]) {
      await press(page, keys);
      await page.locator('.nav [aria-current=page]', { hasText: name }).waitFor();
      await page.locator('h1:focus', { hasText: name }).waitFor();
    }
    await press(page, 'g a');
    await page.locator('.stages li').first().waitFor();
    expect(page.url()).toContain(held.runId);
  });

  it.each(withTabs)('has the tabs of $name in the palette', async ({ path, tabs = [] }) => {
    const page = await browser.open(`${held.office.url}/#/${path}`);
    const list = page.locator('main').getByRole('tablist').first();
    await list.waitFor();
    const shown = await Promise.all(
      (await list.getByRole('tab').all()).map((tab) => tab.getAttribute('data-key')),
    );
    // The page itself leads to its first tab.
    const offered = tabs.map(({ id }) => id).filter((id) => id !== shown[0]);
    expect(offered).toEqual(shown.slice(1));
  });

  it('has no page with tabs that the palette does not know', async () => {
    const page = await browser.open(held.office.url, { bypassCSP: true });
    await brief(page).waitFor();
    const found: string[] = [];
    for (const { path, name, keys } of entries.slice(1)) {
      await press(page, keys);
      await page.locator('h1:focus', { hasText: name }).waitFor();
      await page.waitForFunction(`document.querySelector('main .skeleton') === null`);
      if ((await page.locator('main').getByRole('tablist').count()) > 0) found.push(path);
    }
    expect(found).toEqual(withTabs.map(({ path }) => path));
  });

  it.each(paletteTabs)('goes to $path, $id by the palette', async ({ path, id, name }) => {
    const page = await browser.open(held.office.url);
    await brief(page).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What are you looking for?' }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor();
    await page.keyboard.press('Enter');
    await tabWith(page, id).waitFor();
    expect(page.url()).toContain(`#/${path}?`);
  });
});
