import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { allFindings, findingsOf } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';
import { pageStates } from './support/page-states.js';
import { pages } from './support/pages.js';

/** Tabs, dialogs and menus are opened in the window of a desk. */
const sizes = [
  { width: 390, height: 844, states: [] },
  { width: 1280, height: 720, states: pageStates },
  { width: 1920, height: 1080, states: [] },
];

describeInBrowser('every page, tab, dialog and menu', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  const visit = async (page: Page, path: string): Promise<void> => {
    const hash = `#/${path.replace('RUN', held.runId)}`;
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  };

  it.each(sizes)('has no finding of axe, light and dark: $width×$height', async (size) => {
    const { states, ...viewport } = size;
    browser.expectFault('404');
    const page = await browser.open(held.office.url, { viewport, colorScheme: 'light' });
    await page.locator('.people').waitFor();
    const found: string[] = [];
    const examine = async (name: string): Promise<void> => {
      const inLight = await allFindings(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const inDark = await findingsOf(page, ['color-contrast']);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      found.push(...inLight.map((each) => `${name}: ${each}`));
      found.push(...inDark.map((each) => `${name}, dark: ${each}`));
    };
    for (const [path, shown] of pages) {
      await visit(page, path);
      await page.locator(shown).first().waitFor();
      await examine(path);
    }
    for (const { path, name, reach, closes } of states) {
      await visit(page, path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await reach(page);
      await examine(`${path}, ${name}`);
      if (closes === true) await page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
  });
});
