import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { completeRun } from '../container/support/service-process.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { tabTo } from './support/tab-to.js';

/** What could hide a dialog that is there: of what lies over the page, and of the dialog. */
const lookOfFirstFrame = `new Promise((seen) => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('.modal') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => seen(['.overlay', '.modal'].map((each) => {
      const { opacity, clipPath, maskImage } = getComputedStyle(document.querySelector(each));
      return [opacity, clipPath, maskImage];
    })));
  }).observe(document.body, { childList: true, subtree: true });
})`;

describeInBrowser('by keyboard alone', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
    await completeRun(office.service, 'What is a key?');
  });
  afterAll(() => office.close());

  const press = (page: Page, key: string) => page.keyboard.press(key);

  it('a brief is handed in and its report opened', async () => {
    const page = await browser.open(office.url);
    await page.locator('.people').waitFor();
    await tabTo(page, /^Give the office a brief/);
    await page.keyboard.type('What is a keyboard?');
    await press(page, 'Enter');
    await page.locator('.run-card', { hasText: 'What is a keyboard?' }).waitFor();
    await page.locator('.run-card').first().getByText('Read the report').waitFor();
    await tabTo(page, /What is a keyboard\?.*Read the report/);
    await press(page, 'Enter');
    await page.getByRole('heading', { level: 1, name: 'What is a keyboard?' }).waitFor();
  });

  it('runs are filtered', async () => {
    const page = await browser.open(`${office.url}/#/runs`);
    await page.getByText('What is a key?').waitFor();
    await tabTo(page, /^Search/);
    await page.keyboard.type('key');
    await tabTo(page, /Status/);
    await press(page, 'Enter');
    await page.getByRole('option', { name: 'Any' }).waitFor();
    await page.keyboard.type('fail');
    await press(page, 'Enter');
    await page.getByText('No run is like that').waitFor();
    expect(page.url()).toContain('status=failed');
  });

  it('a floor is opened, and a setting saved, by Enter in a field', async () => {
    const page = await browser.open(`${office.url}/#/settings`);
    await tabTo(page, /^An approval waits/);
    await page.keyboard.type('1');
    await press(page, 'Enter');
    await page.getByText('Saved.').waitFor();
    await page.goto(`${office.url}/#/people?tab=floors&open=1`);
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('By keys');
    await press(page, 'Enter');
    await page.getByText('By keys is open.').waitFor();
  });

  it('a dialog is in sight in its first frame, also where a keyboard may come on the screen', async () => {
    const page = await browser.open(`${office.url}/#/settings`, { hasTouch: true });
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    const looks = page.evaluate(lookOfFirstFrame);
    await press(page, 'Control+k');
    expect(await looks).toEqual([
      ['1', 'none', 'none'],
      ['1', 'none', 'none'],
    ]);
  });

  it('a folder is chosen for a floor', async () => {
    await office.service.client.post('/api/workspaces', { name: 'Old', folder: 'site' });
    await office.service.client.delete('/api/workspaces/old');
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: 'All floors' }).waitFor();
    await tabTo(page, /^Chart/);
    await press(page, 'End');
    await tabTo(page, /^Choose a folder/);
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: 'Choose a folder' }).waitFor();
    await tabTo(page, /^site/);
    await press(page, 'Enter');
    await page
      .getByRole('dialog')
      .getByText(/\/site$/)
      .waitFor();
    await tabTo(page, /^Use this folder/);
    await press(page, 'Enter');
    await page.getByText('In the plain folder').waitFor();
    // What was begun is there again when one comes back.
    await press(page, 'g');
    await press(page, 'r');
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await page.goBack();
    await page.getByText('In the plain folder').waitFor();
    expect(await page.getByLabel('Name of the floor').inputValue()).toBe('site');
  });
});
