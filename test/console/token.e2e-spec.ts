import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('the console of an office that wants a token', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_API_TOKEN: 'the right one' });
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
    await page.getByLabel('Token').fill('the right one');
    await page.keyboard.press('Enter');
    await page.locator('.person').first().waitFor();
    await page.reload();
    await page.locator('.person').first().waitFor();
  });
});
