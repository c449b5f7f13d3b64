import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Office } from '../../src/client/office.js';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

const looks = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...viewport, colorScheme })),
);

/** Names that are shown: the size of their letters, and pairs that cover each other. */
const shownNames = `(() => {
  const names = [...document.querySelectorAll('.floor-stage .person .name')]
    .filter((name) => name.checkVisibility());
  const boxes = names.map((name) => name.getBoundingClientRect());
  const covers = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const over = boxes.flatMap((a, index) =>
    boxes.slice(index + 1).filter((b) => covers(a, b)).map(() => names[index].textContent));
  return {
    count: names.length,
    smallest: Math.min(...names.map((name) => parseFloat(getComputedStyle(name).fontSize))),
    over,
  };
})()`;

interface ShownNames {
  readonly count: number;
  readonly smallest: number;
  readonly over: readonly string[];
}

describeInBrowser('a floor of sixty people', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  let client: Office;

  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_MOCK_LATENCY_MS: '' });
    client = await Office.connect({ url: office.url });
    const [first] = client.state.roles;
    if (first === undefined) throw new Error('There is nobody.');
    const organisation = client.organisation;
    for (let number = client.state.roles.length; number < 60; number++) {
      const own = { id: `person-${number}`, displayName: `Person${number} Lane`, seatId: null };
      await organisation.hire({ ...first, ...own, roomId: null, reportsTo: first.id });
    }
  });
  afterAll(async () => {
    client.close();
    await office.close();
  });

  const openFloor = async (options: Parameters<typeof browser.open>[1]): Promise<Page> => {
    const page = await browser.open(office.url, options);
    await page.locator('.person').nth(59).waitFor({ state: 'attached' });
    return page;
  };

  it.each(looks)(
    'has names that are read and cover none: $width×$height, $colorScheme',
    async ({ width, height, colorScheme }) => {
      const page = await openFloor({ viewport: { width, height }, colorScheme });
      const { count, smallest, over } = await page.evaluate<ShownNames>(shownNames);
      expect(count).toBeGreaterThan(15);
      expect(smallest).toBeGreaterThanOrEqual(11);
      expect(over).toEqual([]);
    },
  );

  it('opens on where work is, and its people walk', async () => {
    const [example] = exampleBriefs;
    if (example === undefined) throw new Error('There is no example.');
    const { brief, pipelineId } = example;
    await client.http.submit({ brief, pipelineId, paced: true });
    const page = await openFloor({ reducedMotion: 'no-preference', bypassCSP: true });
    await page.locator('.person:is(.working, .thinking, .talking)').first().waitFor();
    await page.reload();
    await page.waitForFunction(`(() => {
      const stage = document.querySelector('.floor-stage')?.getBoundingClientRect();
      const busy = document.querySelector('.person:is(.working, .thinking, .talking)');
      const at = busy?.getBoundingClientRect();
      return at !== undefined && at.left >= stage.left && at.right <= stage.right &&
        at.top >= stage.top && at.bottom <= stage.bottom;
    })()`);
    await page.waitForFunction(
      `[...document.querySelectorAll('.person')].some((one) => one.getAnimations().length > 0)`,
    );
  });
});
