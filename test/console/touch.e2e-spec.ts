import { expect, it } from '@jest/globals';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';
import { pages } from './support/pages.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What is too small for a finger, or makes a browser enlarge the page; and keys that are spoken of. */
const unfit = `[...document.querySelectorAll('.button, .input, .select-button, .by-key, .button kbd')]
  .filter((each) => each.checkVisibility() && each.closest('.file-tree, .sr-only') === null)
  .filter((each) => {
    const isField = each.matches('input, textarea');
    const isSmall = each.offsetHeight < 40 || (isField && parseFloat(getComputedStyle(each).fontSize) < 16);
    return isSmall || each.matches('.by-key, kbd');
  })
  .map((each) => each.className + ': ' + (each.ariaLabel ?? each.textContent))`;

describeInBrowser('on a screen that is touched', () => {
  const browser = testBrowser();
  const here = officeWithRun();

  it('every button is for a finger, no field enlarges the page, no key is spoken of', async () => {
    const page = await browser.open(here.office.url, phone);
    browser.expectFault('404');
    for (const [path, shown] of pages) {
      await page.evaluate(`location.hash = '#/${path.replace('RUN', here.runId)}'`);
      await page.locator(shown).first().waitFor();
      expect([path, await page.evaluate(unfit)]).toEqual([path, []]);
    }
  });

  it('a change has one number a line, and a comment goes back to its line', async () => {
    const address = `${here.office.url}/#/runs/${here.runId}?tab=change`;
    const page = await browser.open(address, phone);
    const line = page.getByRole('button', { name: /^Comment on line 3 of / }).first();
    await line.waitFor();
    const numbers = page.locator('.diff-line').first().locator('.line-no:visible');
    expect(await numbers.count()).toBe(1);
    await line.tap();
    await page.getByRole('textbox', { name: /^Comment on line 3/ }).fill('Why so?');
    const before = await line.boundingBox();
    await page.getByRole('button', { name: 'Keep the comment' }).tap();
    await page.getByText('not sent').first().waitFor();
    expect(await line.evaluate('document.activeElement.ariaLabel')).toBe(
      await line.getAttribute('aria-label'),
    );
    expect((await line.boundingBox())?.y).toBe(before?.y);
    expect(await page.locator('.comment').last().textContent()).toMatch(/^On line 3/);
  });

  it('what was decided is read in lines, not in columns of a word', async () => {
    const page = await browser.open(`${here.office.url}/#/access`, phone);
    const region = page.getByRole('region', { name: 'What was changed' });
    const time = region.locator('tbody td').first();
    expect((await time.boundingBox())?.height).toBeLessThan(30);
    const toTheSide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.querySelector('.table-wrap'))`;
    expect(await page.evaluate(toTheSide)).toBe(0);
  });
});
