import { beforeAll, afterAll, it } from '@jest/globals';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('a page whose service is killed', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    const pace = { OFFICE_MOCK_LATENCY_MS: '300', OFFICE_MOCK_TOKENS_PER_SECOND: '400' };
    office = await startBuiltOffice(pace);
  });
  afterAll(() => office.close());

  it('says so, comes back by itself and shows the run to its end', async () => {
    browser.expectFault('ERR_CONNECTION_REFUSED');
    browser.expectFault('ERR_CONNECTION_RESET');
    browser.expectFault('ERR_EMPTY_RESPONSE');
    browser.expectFault('WebSocket');
    // The service answers so until it is up.
    browser.expectFault('503');
    const page = await browser.open(office.url);
    await page.getByRole('button', { name: /A question/ }).click();
    await page.locator('.run-card').click();
    await page.locator('.turn').first().waitFor();
    process.kill(office.service.pid, 'SIGKILL');
    await page.getByText('Reconnecting…').waitFor();
    await office.restart();
    await page.getByText('Connected').waitFor();
    await page.getByText('done', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.locator('.tab-panel .prose').first().waitFor();
  });
});
