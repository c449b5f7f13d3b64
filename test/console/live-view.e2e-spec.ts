import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { taskTimes } from '../../bench/support/task-times.js';
import type { Run } from '../../src/protocol/records/work.js';
import { until } from '../support/until.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startSlowWriter, type SlowWriter } from './support/slow-writer.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

const looks = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...viewport, colorScheme })),
);

const paragraph = `${'word '.repeat(18).trim()}.\n\n`;

/** True in the page if the last words stand above the field for instructions. */
const isEndSeen = `(() => {
  const end = [...document.querySelectorAll('.turn p')].at(-1).getBoundingClientRect();
  const dock = document.querySelector('.steer-dock').getBoundingClientRect();
  return end.bottom <= dock.top + 1 && end.top >= 0;
})()`;

/** True if the whole part is in the window. */
const isSeen = async (page: Page, part: Locator) => {
  const box = await part.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};

describeInBrowser('the live view of a run', () => {
  const browser = testBrowser();
  let writer: SlowWriter;
  let office: BuiltOffice;

  beforeAll(async () => {
    writer = await startSlowWriter();
    office = await startBuiltOffice({
      OFFICE_LLM_MODE: 'live',
      OPENAI_API_KEY: 'k',
      OFFICE_OPENAI_BASE_URL: writer.baseUrl,
      OFFICE_OPENAI_ENDPOINT: 'chat',
      OFFICE_MODEL_DISCOVERY: 'false',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
    });
  });
  afterAll(async () => {
    await office.close();
    await writer.close();
  });

  /** A run whose answer the test writes. */
  async function begin(): Promise<string> {
    const given = { brief: 'What is a queue?', pipelineId: 'quick-answer' };
    const { body } = await office.service.client.post<Run>('/api/submit', given);
    await writer.asked();
    return `${office.url}/#/runs/${body.id}`;
  }
  const says = (page: Page, words: string) => page.locator('.turn').getByText(words);
  const main = (page: Page) => page.locator('#main');
  const end = async (page: Page) => {
    writer.end();
    await page.getByText('The report is ready.').waitFor();
  };

  it('is instructed, followed and cancelled by keys alone', async () => {
    const page = await browser.open(await begin(), { bypassCSP: true });
    await page.getByText('Thinking…').waitFor();
    writer.write(paragraph.repeat(60));
    await page.waitForFunction(`document.querySelector('#main').scrollTop > 400`);
    const jump = page.getByRole('button', { name: 'Jump to live' });
    // Text that grows before the page hears of the scrolling takes it back.
    await until(async () => {
      await page.evaluate(`document.querySelector('#main').scrollTop = 0`);
      return jump.isVisible();
    });
    await page.keyboard.press('r');
    await page.keyboard.press('e');
    await jump.waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.keyboard.press('s');
    await page.getByLabel('Instruction').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Be brief.');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sent instructions' }).getByText('Be brief.').waitFor();
    await page.evaluate(`document.activeElement.blur()`);
    await page.keyboard.press('r');
    await page.keyboard.press('x');
    const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
    const cancel = dialog.getByRole('button', { name: 'Cancel the run' });
    await cancel.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The run is cancelled.').waitFor();
    writer.end();
  });

  it.each(looks)(
    'opens at the end and follows it: $width×$height, $colorScheme',
    async ({ width, height, colorScheme }) => {
      const address = await begin();
      const page = await browser.open('about:blank', {
        viewport: { width, height },
        colorScheme,
        bypassCSP: true,
      });
      await page.goto(address);
      await page.getByText('Thinking…').waitFor();
      await page
        .getByRole('region', { name: 'Timeline' })
        .getByText(/^At work: \p{L}+ \p{L}+$/u)
        .waitFor();
      for (const words of ['The first third.', 'The second third.', 'The last third.']) {
        writer.write(paragraph.repeat(60));
        writer.write(`${words}\n\n`);
        await says(page, words).waitFor();
        await page.waitForFunction(isEndSeen);
      }
      expect(await isSeen(page, page.getByLabel('Instruction', { exact: true }))).toBe(true);
      expect(await page.getByRole('button', { name: 'Jump to live' }).count()).toBe(0);
      expect(await allFindings(page)).toEqual([]);
      await end(page);
    },
  );

  it('follows a text that grows beside a longer column, and not the page', async () => {
    const address = await begin();
    const viewport = { width: 1280, height: 420 };
    const page = await browser.open(address, { viewport, bypassCSP: true });
    await page.getByText('Thinking…').waitFor();
    for (const words of ['One.', 'Two.', 'Three.', 'Four.']) {
      writer.write(`${words}\n\n`);
      await says(page, words).waitFor();
      await page.waitForFunction(isEndSeen);
    }
    await end(page);
  });

  it('stays where somebody has scrolled to, and jumps back by keyboard', async () => {
    const address = await begin();
    const page = await browser.open('about:blank');
    await page.goto(address);
    await page.getByText('Thinking…').waitFor();
    writer.write(paragraph.repeat(100));
    writer.write('Before.\n\n');
    await says(page, 'Before.').waitFor();
    await page.locator('.turn').hover();
    await page.mouse.wheel(0, -800);
    const jump = page.getByRole('button', { name: 'Jump to live' });
    await jump.waitFor();
    const before = await main(page).evaluate(
      (element) => (element as unknown as { scrollTop: number }).scrollTop,
    );
    writer.write(paragraph.repeat(20));
    writer.write('After.\n\n');
    await says(page, 'After.').waitFor();
    expect(
      await main(page).evaluate(
        (element) => (element as unknown as { scrollTop: number }).scrollTop,
      ),
    ).toBe(before);
    await jump.focus();
    await page.keyboard.press('Enter');
    await jump.waitFor({ state: 'detached' });
    expect(await isSeen(page, says(page, 'After.'))).toBe(true);
    await end(page);
  });

  it('takes instructions in its dock, and says what was sent and who has seen it', async () => {
    const address = await begin();
    const page = await browser.open('about:blank');
    await page.goto(address);
    await page.getByLabel('Instruction', { exact: true }).focus();
    await page.keyboard.type('In one sentence.');
    await page.keyboard.press('Enter');
    const sent = page.getByRole('list', { name: 'Sent instructions' });
    await sent.getByText('In one sentence.').waitFor();
    await sent.getByText(/nobody has seen it yet/).waitFor();
    writer.write('A line.');
    await end(page);
    expect(await page.getByRole('region', { name: 'Instruct this run' }).count()).toBe(0);
    const kept = page.getByRole('region', { name: 'Instructions' });
    await kept.getByText(/nobody saw it$/).waitFor();
    await page.goto('about:blank');
    await office.service.stop();
    await office.restart();
    await page.goto(address);
    await kept.getByText(/nobody saw it$/).waitFor();
  });

  it('says that words are missing after a reload, until the turn ends', async () => {
    const page = await browser.open(await begin());
    const gap = page.getByText(/^What it may have written before this page listened follows/);
    await page.getByText('Thinking…').waitFor();
    writer.write('Before it. ');
    await says(page, 'Before it.').waitFor();
    await page.reload();
    await gap.waitFor();
    writer.write('After it.');
    await says(page, 'After it.').waitFor();
    await end(page);
    await page.getByRole('tab', { name: /^Turns/ }).click();
    await says(page, 'Before it. After it.').waitFor();
    expect(await gap.count()).toBe(0);
  });

  it('stays smooth with a log of 300 kB', async () => {
    const address = await begin();
    const page = await browser.open('about:blank');
    await page.goto(address);
    await page.getByText('Thinking…').waitFor();
    const traced = page.context().browser();
    if (traced === null) throw new Error('The page has no browser.');
    const pieces = 300;
    // By processor time: what else this machine does lengthens no task.
    const { longestMs } = await taskTimes(traced, page, async () => {
      for (let piece = 0; piece < pieces; piece += 1) {
        writer.write(paragraph.repeat(11));
        await new Promise(setImmediate);
        if (piece % 10 === 0) await page.evaluate('new Promise(requestAnimationFrame)');
      }
      writer.write('All of it.\n\n');
      await says(page, 'All of it.').waitFor();
    });
    const scrolling = await taskTimes(traced, page, () =>
      page.evaluate(`new Promise((resolve) => {
        const scroller = document.getElementById('main');
        let frames = 0;
        const step = () => {
          scroller.scrollTop -= 400;
          frames += 1;
          if (frames === 40) resolve();
          else requestAnimationFrame(step);
        };
        step();
      })`),
    );
    const opening = await taskTimes(traced, page, async () => {
      await page.getByRole('link', { name: 'Memory' }).click();
      await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor();
      await page.goBack();
      await says(page, 'All of it.').waitFor();
    });
    expect(longestMs).toBeLessThan(100);
    expect(scrolling.longestMs).toBeLessThan(100);
    expect(opening.longestMs).toBeLessThan(150);
    await end(page);
  });
});
