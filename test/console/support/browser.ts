import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, jest } from '@jest/globals';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { executablePath, launchBrowser } from '../../support/launch-browser.js';

const isBuilt = existsSync(new URL('../../../dist/console/index.html', import.meta.url));

/** A suite that needs a real browser: skipped where there is none, except in CI, which installs it. */
export const describeInBrowser =
  (executablePath === undefined || !isBuilt) && process.env.CI !== 'true'
    ? describe.skip
    : describe;

/** A loaded machine is slow, not wrong. */
const patienceMs = 90_000;
jest.setTimeout(5 * patienceMs);

export interface TestBrowser {
  /** A new browser window without history, at the address. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Says that one fault is expected: a line that holds the text is no failure. */
  expectFault(text: string): void;
}

/**
 * A browser for the tests of the surrounding `describe`. After each test its windows are closed, and
 * the test fails when a page wrote an error to its console, threw, or had a request fail.
 * @param flags of the browser's own command line
 */
export function testBrowser(flags: readonly string[] = []): TestBrowser {
  let browser: Browser;
  const faults: string[] = [];
  const expected: string[] = [];
  beforeAll(async () => {
    browser = await launchBrowser(flags);
  }, patienceMs);
  afterEach(async () => {
    const found = faults
      .splice(0)
      .filter((fault) => !expected.some((text) => fault.includes(text)));
    expected.length = 0;
    for (const context of browser.contexts()) await context.close();
    expect(found).toEqual([]);
  });
  afterAll(() => browser.close());
  return {
    async open(url, options) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      recordFaults(page, faults);
      await page.goto(url);
      return page;
    },
    expectFault: (text) => void expected.push(text),
  };
}

function recordFaults(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('requestfailed', (request) => {
    // What the page itself gave up, because another page was opened.
    const text = request.failure()?.errorText ?? '';
    if (text !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${text}`);
  });
}

/** As a page has it. */
interface TextField extends EventTarget {
  readonly value: string;
  setRangeText(text: string, from: number, to: number, selected: 'end'): void;
}

/** Letter by letter, without the pauses that a slow machine makes between keys. */
export async function typeAtOnce(field: Locator, word: string): Promise<void> {
  await field.evaluate((element, letters) => {
    const input = element as unknown as TextField;
    for (const letter of letters) {
      input.setRangeText(letter, input.value.length, input.value.length, 'end');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, word);
}
