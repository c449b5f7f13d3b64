import { expect, it } from '@jest/globals';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { cutTexts } from './support/cut-texts.js';
import { sizes } from './support/looks.js';
import { officeWithRun } from './support/office-with-run.js';
import { pages } from './support/pages.js';

/** Parts of pages that show paths, ids and headings beside badges. */
const parts: readonly (readonly [path: string, shown: string])[] = [
  ['runs/RUN?tab=turns', '.turn'],
  ['runs/RUN?tab=artifacts', '.tab-panel'],
  ['people?tab=floor', 'text=Skills on this floor'],
  ['people?tab=floors', 'text=Open a floor'],
  ['forges?tab=triggers', 'text=No trigger yet'],
];

describeInBrowser('the words of every page', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  it.each(sizes)('can be read to their end, light and dark, at $width px', async (viewport) => {
    browser.expectFault('404');
    const page = await browser.open(held.office.url, { viewport, colorScheme: 'light' });
    await page.locator('.people').waitFor();
    const found: string[] = [];
    for (const [path, shown] of [...pages, ...parts]) {
      const hash = `#/${path.replace('RUN', held.runId)}`;
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.locator(shown).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const cut = await page.evaluate<readonly string[]>(cutTexts);
        found.push(...cut.map((each) => `${path}, ${colorScheme}: ${each}`));
      }
    }
    expect(found).toEqual([]);
  });
});
