import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { exampleBriefs } from '#protocol/example-briefs.js';
import type { Run } from '../../src/protocol/records/work.js';
import { completeRun } from '../container/support/service-process.js';
import { until } from '../support/until.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

const sizes = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

/** Words that reach beyond the window and are neither clipped nor in a part that scrolls. */
const wordsBeyond = `(() => {
  const isHeld = (element) =>
    element !== null && element !== document.body &&
    (getComputedStyle(element).overflowX !== 'visible' && !element.matches('.main, html') ||
      isHeld(element.parentElement));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const right = Math.max(0, ...[...range.getClientRects()].map((each) => each.right));
    if (right > innerWidth + 1 && !isHeld(walker.currentNode.parentElement))
      found.push(walker.currentNode.textContent.slice(0, 40));
  }
  return found;
})()`;

/** Parts with a scrollbar for a few pixels, which nobody needs to see. */
const needlessScrollbars = `[...document.querySelectorAll('.main *')]
  .filter((each) => {
    const hidden = each.scrollHeight - each.clientHeight;
    return hidden > 0 && hidden < 8 && /auto|scroll/.test(getComputedStyle(each).overflowY);
  })
  .map((each) => each.className)`;

/** Whether the whole element is in the window and a click in its middle meets it. */
const isWithinReach = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    interface Drawn {
      getBoundingClientRect(): { top: number; bottom: number; left: number; right: number };
      contains(other: unknown): boolean;
      readonly ownerDocument: {
        readonly defaultView: { readonly innerWidth: number; readonly innerHeight: number };
        elementFromPoint(x: number, y: number): unknown;
      };
    }
    const drawn = element as unknown as Drawn;
    const { top, bottom, left, right } = drawn.getBoundingClientRect();
    const { innerWidth, innerHeight } = drawn.ownerDocument.defaultView;
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    const met = drawn.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isInside && drawn.contains(met);
  });

describeInBrowser('what a page holds', () => {
  const browser = testBrowser();
  const [example] = exampleBriefs;
  const longWord = 'b'.repeat(4000);
  let office: BuiltOffice;
  let runId: string;
  let longId: string;

  async function post<T>(path: string, body: object): Promise<T> {
    const answer = await office.service.client.post<T>(`/api/${path}`, body);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  }

  const open = (path: string, viewport = sizes[0]) =>
    browser.open(`${office.url}/#/${path}`, { viewport: viewport ?? null });

  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_AUTO_APPROVE_SHELL: 'true' });
    runId = (await completeRun(office.service, example?.brief ?? '', example?.pipelineId)).id;
    longId = (await completeRun(office.service, longWord, 'quick-answer')).id;
    await post('workspaces', { name: 'x'.repeat(60) });
  });
  afterAll(() => office.close());

  it.each(sizes)('shows every key, beside or below each other, at $width px', async (size) => {
    const page = await open('', size);
    await page.getByLabel('Give the office a brief').waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('region', { name: 'All keys' });
    await keys.getByRole('heading', { name: /The service/ }).waitFor();
    const overWidth = await keys.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as Record<string, number>;
      return (scrollWidth ?? 0) - (clientWidth ?? 0);
    });
    expect(overWidth).toBe(0);
    const last = keys.getByText('Explore the API');
    await last.scrollIntoViewIfNeeded();
    expect(await isWithinReach(last)).toBe(true);
  });

  it.each(sizes)('is as wide as the window whatever its words are, at $width px', async (size) => {
    const floor = 'x'.repeat(40);
    const page = await open(`?floor=${floor}`, size);
    await page.getByText(/^For x/).waitFor();
    expect(await page.evaluate(wordsBeyond)).toEqual([]);
    const others: readonly (readonly [path: string, shown: string])[] = [
      [`?floor=default`, 'All runs'],
      [`runs?floor=default`, '2 runs'],
      [`approvals?floor=default`, 'Nobody waits for you'],
      [`people?tab=floors&floor=default`, 'Open a floor'],
      [`runs/${longId}?floor=default`, 'Spend'],
      [`costs?floor=default`, 'By day'],
    ];
    for (const [path, shown] of others) {
      await page.goto(`${office.url}/#/${path}`);
      await page.getByText(shown).first().waitFor();
      expect([path, await page.evaluate(wordsBeyond)]).toEqual([path, []]);
      expect([path, await page.evaluate(needlessScrollbars)]).toEqual([path, []]);
    }
  });

  it.each(sizes)('has the end of a long dialog in view, at $width px', async (size) => {
    const page = await open(`runs/${runId}`, size);
    await page.getByRole('button', { name: 'What to do with the change' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog', { name: 'Deliver the change' });
    const leave = dialog.getByRole('button', { name: 'Leave it' });
    await leave.waitFor();
    await until(() => isWithinReach(leave));
  });

  it.each(sizes)(
    'has marks of time that do not lie over each other, at $width px',
    async (size) => {
      const page = await open(`runs/${runId}`, size);
      await page.locator('.timeline .axis span').first().waitFor({ state: 'attached' });
      const gaps = await page.evaluate<readonly number[]>(`(() => {
      const axis = document.querySelector('.timeline .axis');
      // As many marks as there can be, in the longest words.
      const marks = ['0', '30 min', '1 h', '1 h 30 min', '2 h', '2 h 30 min'].map((text, index) => {
        const mark = document.createElement('span');
        mark.textContent = text;
        mark.style.setProperty('--at', index / 5);
        return mark;
      });
      axis.replaceChildren(...marks);
      const rects = [...axis.children].map((each) => each.getBoundingClientRect());
      const shown = rects.filter(({ width }) => width > 0);
      return shown.slice(1).map(({ left }, index) => left - shown[index].right);
    })()`);
      expect(gaps.length).toBeGreaterThan(1);
      expect(gaps.filter((gap) => gap < 2)).toEqual([]);
    },
  );

  it('shows a comment with two short buttons, which name its file to those who listen', async () => {
    const page = await open(`runs/${runId}?tab=change`);
    await page
      .getByRole('button', { name: /^Comment on line 1 of/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: /^Comment on line 1 of/ }).fill('Why?');
    await page.getByRole('button', { name: 'Keep the comment' }).click();
    const change = page.getByRole('button', { name: /^Change the comment on csv-table\// });
    expect((await change.boundingBox())?.width).toBeLessThan(120);
    await page.getByRole('button', { name: /^Remove the comment on csv-table\// }).click();
    await change.waitFor({ state: 'detached' });
  });

  it('has each part of a plan in a block of its own', async () => {
    const page = await open(`runs/${runId}`);
    const card = page.getByRole('region', { name: 'Who does what' });
    await card.getByText('No command proves it.', { exact: true }).waitFor();
    expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
      expect.not.stringContaining('proves'),
    ]);
  });

  it('says on the page of a run why its last turn failed', async () => {
    const { id } = await post<Run>('submit', {
      brief: `Mend the parser ${'of dates '.repeat(200)}`,
      pipelineId: 'code-change',
      budgetUsd: 0.01,
    });
    const page = await open(`runs/${id}?tab=report`);
    const alert = page.locator('.run-grid [role=alert]');
    await alert.getByText('The ceiling of $0.01 leaves too little for the next answer.').waitFor();
    await alert.getByRole('link').click();
    await page.getByRole('tab', { name: /Turns/, selected: true }).waitFor();
  });

  it('opens a floor from the list of floors, on what was chosen or typed last', async () => {
    const page = await open('');
    await page.getByRole('button', { name: /Floor$/ }).click();
    await page.getByRole('option', { name: 'Open a new floor…' }).click();
    const name = page.getByLabel('Name of the floor');
    await name.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Choose a folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
    const folder = (await dialog.locator('code').innerText()).trim();
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    const path = page.getByLabel('Or a path of its own');
    expect(await path.inputValue()).toBe(folder);
    await path.fill('/nowhere/at/all');
    expect(await page.getByText(/^In the plain folder/).count()).toBe(0);
    await page.getByRole('heading', { name: 'Open a floor' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('link', { name: 'Another folder' }).click();
    await name.and(page.locator(':focus')).waitFor();
  });
});

describeInBrowser('a request over the page', () => {
  const browser = testBrowser();
  const [example] = exampleBriefs;
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  async function asked(page: Page): Promise<Locator> {
    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByText('asks to run a command').waitFor();
    return dock;
  }

  it('has its answers in view, however long it is', async () => {
    const { brief, pipelineId } = example ?? {};
    const { status } = await office.service.client.post('/api/submit', { brief, pipelineId });
    expect(status).toBe(202);
    for (const viewport of sizes) {
      const page = await browser.open(office.url, { viewport });
      const dock = await asked(page);
      for (const name of [/^Approve once/, /^Approve for this run/, /^Refuse/]) {
        const answer = dock.getByRole('button', { name });
        await answer.waitFor();
        await until(() => isWithinReach(answer));
      }
    }
  });
});
