import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MadeAccessToken } from '../../src/protocol/records/access.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('the console of an office that wants a token', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_API_TOKEN: 'the-right-one' });
  });
  afterAll(() => office.close());

  it('asks for it, says when it was another one, and keeps the right one in the tab', async () => {
    // The upgrade and the question after it are refused until the token is there.
    browser.expectFault('403');
    browser.expectFault('WebSocket');
    const page = await browser.open(office.url);
    await page.getByLabel('Token').fill('another one');
    await page.getByRole('button', { name: 'Open the office' }).click();
    const refusal = page.getByRole('alert');
    await refusal.getByText('Paste it again whole, or ask for another one.').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/Bearer|bearer/);
    await page.getByLabel('Token').fill('the-right-one');
    await page.keyboard.press('Enter');
    await page.locator('.person').first().waitFor();
    await page.reload();
    await page.locator('.person').first().waitFor();
    expect(await page.getByText('Read only').count()).toBe(0);
  });

  it('says beside the floor of a token without other rights that it only reads', async () => {
    browser.expectFault('403');
    browser.expectFault('WebSocket');
    const made = await fetch(`${office.url}/tokens`, {
      method: 'POST',
      headers: { authorization: 'Bearer the-right-one', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Wall', rights: ['read'] }),
    });
    const { token } = (await made.json()) as MadeAccessToken;
    const page = await browser.open(office.url);
    await page.getByLabel('Token').fill(token);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Read only' }).waitFor();
    await page.getByTitle('The token “Wall” may read, and change nothing.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
