import { expect, it } from '@jest/globals';
import { describeInBrowser, testBrowser } from './browser.js';
import { findingsAt, sizes } from './looks.js';
import { officeWithRun } from './office-with-run.js';
import { pageStates } from './page-states.js';
import { pages } from './pages.js';

/** The addresses that each suite examines; the last one has all others. */
const ownOf = {
  run: (path: string) => path.startsWith('runs/'),
  people: (path: string) => path.startsWith('people'),
  floor: (path: string) => path === '' || path.startsWith('?') || path === 'runs',
} as const;

export type Examined = keyof typeof ownOf | 'others';

/** Exactly one suite examines an address. */
function isExamined(path: string, by: Examined): boolean {
  if (by !== 'others') return ownOf[by](path);
  return Object.values(ownOf).every((isOwn) => !isOwn(path));
}

/** Looks at pages, and at what is opened on them, at every size, light and dark. */
export function examinePages(by: Examined): void {
  describeInBrowser(`pages, tabs, dialogs and menus: ${by}`, () => {
    const browser = testBrowser();
    const held = officeWithRun();

    it('have no finding of axe at three sizes, light and dark', async () => {
      browser.expectFault('404');
      // Until the first token is used, the page is refused.
      if (by === 'others') browser.expectFault('403');
      // Tabs, dialogs and menus are opened in the first, and stay open in the others.
      const [viewport] = sizes;
      if (viewport === undefined) throw new Error('There is no size.');
      const page = await browser.open(held.office.url, { viewport, colorScheme: 'light' });
      await page.locator('.people').waitFor();
      const found: string[] = [];
      const visit = async (path: string): Promise<void> => {
        const hash = `#/${path.replace('RUN', held.runId)}`;
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      };
      for (const [path, shown] of pages.filter(([each]) => isExamined(each, by))) {
        await visit(path);
        await page.locator(shown).first().waitFor();
        found.push(...(await findingsAt(sizes, page, path)));
      }
      for (const state of pageStates.filter(({ path }) => isExamined(path, by))) {
        const { path, name, reach, closes, isOfPhone = false } = state;
        const shownAt = sizes.filter(({ width }) => !isOfPhone || width < 640);
        await page.setViewportSize(shownAt[0] ?? viewport);
        await visit(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
        await reach(page);
        found.push(...(await findingsAt(shownAt, page, `${path}, ${name}`)));
        if (closes === true) await page.keyboard.press('Escape');
      }
      expect(found).toEqual([]);
    });
  });
}
