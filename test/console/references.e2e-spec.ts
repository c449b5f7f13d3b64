import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AppModule } from '../../src/app.module.js';
import { storeHistory } from '../runs/support/store-history.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { differenceFrom, useReferenceStyle } from './support/references.js';

/** A page with another colour, or of which a part has moved, differs in more. */
const mostDifferent = 0.005;

const screens = [
  ['phone', { width: 390, height: 844 }],
  ['wide', { width: 1280, height: 800 }],
] as const;

/** Pages that show the same in every new office, and what stands on them once they are there. */
const pages = [
  ['floor', '', '.people .person'],
  ['runs', 'runs', '.run-list li'],
  ['organisation', 'people', '.tree li'],
  ['triggers', 'forges?tab=triggers', 'text=It has not gone off yet'],
] as const;

describeInBrowser('the console beside its stored pictures', () => {
  const browser = testBrowser();
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
    await storeHistory(office.app, 12);
    const told = { name: 'chat', url: 'https://chat.example.org/hook', events: ['run.ended'] };
    await office.client.post('/triggers', { kind: 'outbound', ...told });
  });
  afterAll(() => office.close());

  /** The console at noon of a certain day, in the letters of the references. */
  async function open(options: { readonly colorScheme: 'light' | 'dark'; viewport: Size }) {
    const place = { locale: 'en-GB', timezoneId: 'UTC', bypassCSP: true };
    const page = await browser.open('about:blank', { ...place, ...options });
    await page.clock.setFixedTime(new Date('2026-01-01T12:00:00Z'));
    await page.goto(`http://127.0.0.1:${office.port}`);
    await page.locator('.people').waitFor();
    await useReferenceStyle(page);
    return page;
  }

  async function show(page: Page, path: string, shown: string): Promise<void> {
    await page.evaluate(`location.hash = '#/${path}'`);
    await page.locator(shown).first().waitFor();
    // Until two frames in a row were drawn.
    await page.evaluate(
      `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`,
    );
  }

  it.each(
    screens.flatMap(([screen, viewport]) =>
      (['light', 'dark'] as const).map((scheme) => ({ screen, viewport, scheme })),
    ),
  )('looks as it did: $screen, $scheme', async ({ screen, viewport, scheme }) => {
    const page = await open({ colorScheme: scheme, viewport });
    for (const [name, path, shown] of pages) {
      await show(page, path, shown);
      const { share, kept } = await differenceFrom(page, `${name}-${screen}-${scheme}`);
      expect({ name, kept, differs: share > mostDifferent, share }).toMatchObject({
        differs: false,
      });
    }
  });

  it('would differ if a part had moved', async () => {
    const page = await open({ colorScheme: 'light', viewport: { width: 1280, height: 800 } });
    await show(page, 'runs', '.run-list li');
    await page.addStyleTag({ content: 'main { padding-left: 24px }' });
    const { share } = await differenceFrom(page, 'runs-wide-light', { mayUpdate: false });
    expect(share).toBeGreaterThan(mostDifferent);
  });
});

interface Size {
  readonly width: number;
  readonly height: number;
}
