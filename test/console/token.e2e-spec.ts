import { afterAll, beforeAll, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('the console of an office that wants a token', () => {
  const browser = testBrowser();
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_API_TOKEN: 'the right one' },
    });
  });
  afterAll(() => office.close());

  it('asks for it, says when it was another one, and keeps the right one in the tab', async () => {
    // The upgrade and the question after it are refused until the token is there.
    browser.expectFault('403');
    browser.expectFault('WebSocket');
    const page = await browser.open(`http://127.0.0.1:${office.port}`);
    await page.getByLabel('Token').fill('another one');
    await page.getByRole('button', { name: 'Open the office' }).click();
    await page.getByText('That was not it:').waitFor();
    await page.getByLabel('Token').fill('the right one');
    await page.keyboard.press('Enter');
    await page.locator('.person').first().waitFor();
    await page.reload();
    await page.locator('.person').first().waitFor();
  });
});
