import { expect, it } from '@jest/globals';
import { loadConfig } from '#platform/config/load-config.js';
import { BootServer } from '#platform/http/boot-server.js';
import { Readiness } from '#platform/process/readiness.js';
import { freePort } from '../support/free-port.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('the page while the service starts', () => {
  const browser = testBrowser();

  it('loads itself again, whatever part of the console its address names', async () => {
    browser.expectFault('503');
    const port = await freePort();
    const config = loadConfig({ cwd: '/', env: { HOST: '127.0.0.1', PORT: String(port) } });
    const boot = await BootServer.open(config, new Readiness());
    try {
      const page = await browser.open(`http://127.0.0.1:${port}/#/runs`);
      const again = await page.waitForResponse((answer) => answer.request().isNavigationRequest());
      expect(again.status()).toBe(503);
    } finally {
      await boot.close();
    }
  });
});
