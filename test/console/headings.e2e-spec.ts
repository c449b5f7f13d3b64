import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findingsOf } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';
import { pages } from './support/pages.js';

/** The levels of the headings of the page, in order. */
const levels = `[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  .filter((heading) => heading.checkVisibility())
  .map(({ tagName, textContent }) => [Number(tagName[1]), textContent])`;

describeInBrowser('the headings and names of every page', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  /** What is wrong with the headings, and names of which the shown words are no part. */
  async function faultsOf(page: Page, where: string): Promise<readonly string[]> {
    const headings = await page.evaluate<readonly (readonly [number, string])[]>(levels);
    const ones = headings.filter(([level]) => level === 1).length;
    const skips = headings
      .filter(([level], index) => level > (headings[index - 1]?.[0] ?? 0) + 1)
      .map(([level, text]) => `${where}: ${text} is of level ${level}`);
    const names = await findingsOf(page, ['label-content-name-mismatch', 'empty-heading']);
    return [
      ...(ones === 1 ? [] : [`${where}: ${ones} headings of the first level`]),
      ...skips,
      ...names.map((name) => `${where}: ${name}`),
    ];
  }

  it('are in order, with one of the first level, and names hold what is shown', async () => {
    browser.expectFault('404');
    const page = await browser.open(held.office.url);
    await page.locator('.people').waitFor();
    const faults: string[] = [];
    for (const [path, shown] of pages) {
      const hash = `#/${path.replace('RUN', held.runId)}`;
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.locator(shown).first().waitFor();
      faults.push(...(await faultsOf(page, path)));
      const tabs = page.locator('main').getByRole('tab');
      for (let index = 1; index < (await tabs.count()); index++) {
        await tabs.nth(index).click();
        faults.push(...(await faultsOf(page, `${path}, tab ${index}`)));
      }
    }
    expect(faults).toEqual([]);
  });

  it('have the focus after each way to a page, with nothing scrolled', async () => {
    const page = await browser.open(held.office.url, { bypassCSP: true });
    await page.locator('.people').waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.tagName');
    expect(await focused()).toBe('BODY');
    for (const [keys, heading] of [
      ['g r', 'Runs'],
      ['g e', 'Memory'],
      ['g s', 'Settings'],
      ['g f', 'The floor'],
      ['g a', 'Add a command line tool in csv-table/'],
    ] as const) {
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      await page.waitForFunction(
        `document.activeElement.tagName === 'H1' &&
          document.activeElement.textContent.startsWith(${JSON.stringify(heading)})`,
      );
      expect(await page.evaluate(`document.querySelector('main').scrollTop`)).toBe(0);
    }
  });
});
