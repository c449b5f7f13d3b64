import { expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';

/** Rows in the page at most, whatever came. */
const mostRows = 100;

/** @param longEach the lines of these numbers are long */
type Write = (from: number, to: number, longEach?: number) => void;

const nextFrame = `new Promise(requestAnimationFrame)`;

const fourFrames = `(async () => {
  for (let frame = 0; frame < 4; frame += 1) await ${nextFrame};
})()`;

/** The line in the middle of those in view. */
const inTheMiddle = `(() => {
  const { x, y, width, height } = document.querySelector('.log-lines').getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2).closest('tr');
})()`;

/** Reads as each frame shows it: after rows were measured in it. A line that left is at 0. */
const watch = `(() => {
  const line = ${inTheMiddle};
  window.places = [];
  const look = () => {
    const seen = new IntersectionObserver(([{ boundingClientRect }]) => {
      window.places.push(boundingClientRect.y);
      seen.disconnect();
    });
    seen.observe(line);
    requestAnimationFrame(look);
  };
  look();
})()`;

describeInBrowser('the log', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  /** A page of the log, and what sends it lines that the service might write. */
  async function open(options?: BrowserContextOptions): Promise<{ page: Page; write: Write }> {
    const page = await browser.open('about:blank', options);
    let way: WebSocketRoute | undefined;
    await page.routeWebSocket(/\/ws/, (socket) => {
      way = socket;
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => socket.send(message));
    });
    await page.goto(`${held.office.url}/#/log`);
    await page.getByText('Connected').waitFor();
    const write: Write = (from, to, longEach = 50) => {
      for (let number = from; number < to; number += 1) {
        const long = number % longEach === 0 ? ' and so on'.repeat(60) : '';
        const message = `Line ${number} was written${long}.`;
        const level = number % 10 === 0 ? 'warn' : 'info';
        way?.send(
          JSON.stringify({ type: 'log', level, scope: 'Part', message, at: 1000 + number }),
        );
      }
    };
    return { page, write };
  }

  it('holds thousands of lines, of which those in view are in the page', async () => {
    const { page, write } = await open();
    write(0, 4000);
    const lines = page.getByRole('log', { name: 'Lines' });
    await lines.getByText('Line 3999 was written.').waitFor();
    await page.getByText(/^4,\d{3} lines$/).waitFor();
    const rows = (): Promise<number> => lines.locator('tbody tr').count();
    expect(await rows()).toBeLessThan(mostRows);
    const end = `(() => {
      const list = document.querySelector('.log-lines');
      list.scrollTop = list.scrollHeight;
    })()`;
    await until(async () => {
      await page.evaluate(end);
      return lines.getByText('Line 0 was written').isVisible();
    });
    expect(await rows()).toBeLessThan(mostRows);
    await page.getByRole('searchbox', { name: 'Search' }).fill('line 2345 ');
    await page.getByText('1 line', { exact: true }).waitFor();
    await lines.getByText('Line 2345 was written.').waitFor();
  });

  /** Scrolls down. Resolves with how far the line then in the middle moved at most, px. */
  async function readOn(page: Page): Promise<() => Promise<number>> {
    const newest = page.getByRole('log', { name: 'Lines' }).getByText('Line 999 was written.');
    await newest.waitFor();
    await page.evaluate(`document.querySelector('.log-lines').scrollTop = 5000`);
    await newest.waitFor({ state: 'detached' });
    const middle = (): Promise<string> =>
      page.evaluate(`(() => {
      const line = ${inTheMiddle};
      return line.textContent + line.getBoundingClientRect().y;
    })()`);
    // Rows are measured once they are drawn, which moves others.
    await until(async () => {
      const before = await middle();
      await page.evaluate(fourFrames);
      return (await middle()) === before;
    });
    await page.evaluate(watch);
    return async () => {
      await page.evaluate(fourFrames);
      const places = await page.evaluate<number[]>('window.places');
      return Math.max(...places) - Math.min(...places);
    };
  }

  it.each([
    { lines: 'lines', longEach: 50 },
    { lines: 'lines of which many are long', longEach: 3 },
  ])('keeps what is read in its place when $lines come above it', async ({ longEach }) => {
    const { page, write } = await open();
    write(0, 1000);
    const moved = await readOn(page);
    write(1000, 1040, longEach);
    await page.getByText(/^1,0[4-9]\d lines$/).waitFor();
    expect(await moved()).toBeLessThan(2);
  });

  it.each(['reduce', 'no-preference'] as const)(
    'keeps what is read in its place while lines come a few at a time (motion: %s)',
    async (reducedMotion) => {
      const { page, write } = await open({ reducedMotion });
      write(0, 1000);
      const moved = await readOn(page);
      for (let number = 1000; number < 1090; number += 3) {
        write(number, number + 3, 10);
        await page.evaluate(nextFrame);
      }
      await page.getByText(/^1,(?:09|1\d)\d lines$/).waitFor();
      expect(await moved()).toBeLessThan(2);
    },
  );
});
