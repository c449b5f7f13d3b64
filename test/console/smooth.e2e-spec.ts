import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import fc from 'fast-check';
import type { Page, Route } from 'playwright-core';
import { PacedFrames } from '../../console/src/app/paced-frames.js';
import { stillRun, stillTurn } from '../../console/src/runs/still-run.js';
import { textParts } from '../../console/src/ui/text-parts.js';
import { sampleRun, sampleTurn } from '../support/sample-records.js';
import { openSlowLine } from '../support/slow-line.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { largeRun, serveLargeRun } from './support/large-run.js';

describe('a long text in parts', () => {
  it('is the same text, in parts of bounded length that end at lines', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 9000 })), (lines) => {
        const text = lines.join('\n');
        const parts = textParts(text);
        expect(parts.join('')).toBe(text);
        expect(parts.every((part) => part.length > 0 && part.length <= 4000)).toBe(true);
      }),
    );
    const short = `${'x'.repeat(99)}\n`;
    expect(
      textParts(short.repeat(100))
        .slice(0, -1)
        .every((part) => part.endsWith('\n')),
    ).toBe(true);
  });
});

describe('changes of the page', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const nextFrame = (act: (at: number) => void) => {
    const frame = setTimeout(() => act(performance.now()), 16 - (performance.now() % 16));
    return () => clearTimeout(frame);
  };

  it('come with the next frame after a rest, and at every other frame while events come', () => {
    const act = jest.fn();
    const frames = new PacedFrames(act, nextFrame);
    frames.schedule();
    jest.advanceTimersByTime(16);
    expect(act).toHaveBeenCalledTimes(1);
    for (let ms = 0; ms < 1600; ms += 4) {
      frames.schedule();
      jest.advanceTimersByTime(4);
    }
    expect(act).toHaveBeenCalledTimes(51);
    frames.schedule();
    frames.stop();
    jest.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(51);
  });

  it('are made in the same frames, whatever changes', () => {
    const at: number[][] = [[], []];
    const all = at.map(
      (times) => new PacedFrames(() => void times.push(performance.now()), nextFrame),
    );
    for (let ms = 0; ms < 1600; ms += 4) {
      all[ms < 120 || ms % 20 === 0 ? 0 : 1]?.schedule();
      jest.advanceTimersByTime(4);
    }
    const [often = [], later = []] = at;
    expect(later.length).toBeGreaterThan(30);
    expect(
      later.filter(
        (time) => !often.includes(time) && often.some((each) => Math.abs(each - time) < 32),
      ),
    ).toEqual([]);
  });
});

describe('a run while its turns write', () => {
  const rest = { artifacts: [], approvals: [], cachedShare: null, evidence: [] };
  const turn = sampleTurn({ status: 'running', text: 'A' });
  const run = { ...sampleRun(), ...rest, turns: [turn] };

  it('is still the same while only words come', () => {
    const longer = { ...turn, text: 'A word', reasoning: turn.reasoning };
    expect(stillTurn(turn, longer)).toBe(turn);
    expect(stillRun(run, { ...run, turns: [longer] })).toBe(run);
  });

  it.each([
    ['a first word', { ...run, turns: [{ ...turn, text: '' }] }, run],
    ['the end of a turn', run, { ...run, turns: [{ ...turn, status: 'done' as const }] }],
    ['another turn', run, { ...run, turns: [turn, { ...turn, id: 'other' }] }],
    ['a spend', run, { ...run, budget: { ...run.budget, spentUsd: 1 } }],
  ])('is another after %s', (_what, before, after) => {
    expect(stillRun(before, after)).toBe(after);
  });
});

describeInBrowser('the page of a large office', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  it('transfers at most 200 kB until everybody stands on the floor', async () => {
    const line = await openSlowLine(office.url, { bytesPerSecond: 1e9, delayMs: 0 });
    const page = await browser.open(line.address);
    await page.locator('.person').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(line.bytes).toBeLessThanOrEqual(200_000);
    expect(line.bytes).toBeGreaterThan(50_000);
    await page.close();
    await line.close();
  });

  it('loads what opens below a button when somebody is about to open it', async () => {
    const page = await browser.open(office.url);
    await page.locator('.person').first().waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = () =>
      page.evaluate<boolean>(
        `performance.getEntriesByType('resource').some(({ name }) => name.includes('/lists-'))`,
      );
    expect(await loaded()).toBe(false);
    const colours = page.getByRole('button', { name: /^Colours/ });
    await colours.focus();
    await page.keyboard.press('ArrowUp');
    await page
      .locator('[role=menuitem]:focus')
      .getByText(/system/i)
      .waitFor();
    expect(await loaded()).toBe(true);
    await page.keyboard.press('Escape');
    await colours.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: /Floor$/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option]:focus[aria-selected=true]').waitFor();
  });

  it.each(['Escape', 'Control+k'])('does not open a list that comes after %s', async (key) => {
    const page = await browser.open('about:blank');
    const { promise: held, resolve: asked } = Promise.withResolvers<Route>();
    await page.route(/\/lists-.*\.js$/, asked);
    await page.goto(office.url);
    await page.getByRole('button', { name: /Floor$/ }).click();
    const list = await held;
    await page.keyboard.press(key);
    await list.continue();
    const palette = page.getByRole('dialog');
    if (key === 'Control+k') await palette.waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('listbox', { name: 'Floor' }).count()).toBe(0);
    if (key === 'Control+k') await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Floor$/ }).click();
    await page.locator('[role=option]').first().waitFor();
  });

  async function openLargeRun(tab: string): Promise<Page> {
    const page = await browser.open('about:blank');
    await serveLargeRun(page);
    await page.goto(`${office.url}/#/${largeRun.path}?tab=${tab}`);
    return page;
  }
  const countOf = (page: Page, inside: string) =>
    page.evaluate<number>(`document.querySelectorAll('${inside} *').length`);

  it('lays out only the part of a log of 300 kB that is seen, and has all of it', async () => {
    const page = await openLargeRun('turns');
    const log = page.locator('.turn .long-text');
    await log.waitFor();
    expect(await countOf(page, '.turn')).toBeLessThan(200);
    const kept = await log.evaluate((element) => (element as unknown as Part).textContent);
    expect(kept.length).toBeGreaterThanOrEqual(largeRun.logBytes);
    await log.evaluate((element) => {
      const part = element as unknown as Part;
      part.scrollTop = part.scrollHeight;
    });
    await page.waitForFunction(
      `(() => {
        const text = document.querySelector('.turn .long-text');
        const last = text.lastElementChild.getBoundingClientRect();
        const frame = text.getBoundingClientRect();
        return last.top < frame.bottom && last.bottom > frame.top;
      })()`,
    );
    const skipped = await page.evaluate<number>(
      `[...document.querySelectorAll('.turn .long-text > div')]
        .filter((part) => getComputedStyle(part).contentVisibility !== 'auto').length`,
    );
    expect(skipped).toBe(0);
  });

  it('has few elements for a change of 2,000 files, wherever it is scrolled to', async () => {
    const page = await openLargeRun('change');
    await page.locator('.file-tree li').first().waitFor();
    const most = 3000;
    expect(await countOf(page, '#main')).toBeLessThan(most);
    for (const part of ['.file-tree', '.review-lines']) {
      const list = page.locator(part).first();
      for (const share of [0.5, 1]) {
        await list.evaluate((element, at) => {
          const scroller = element as unknown as Part;
          scroller.scrollTop = scroller.scrollHeight * at;
        }, share);
        await page.evaluate(
          'new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))',
        );
        expect(await countOf(page, '#main')).toBeLessThan(most);
      }
    }
  });
});

/** As a page has it. */
interface Part {
  readonly textContent: string;
  readonly scrollHeight: number;
  scrollTop: number;
}
