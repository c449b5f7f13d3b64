import { mkdir, symlink } from 'node:fs/promises';
import { beforeAll, afterAll, it } from '@jest/globals';
import { join } from 'node:path';
import { startService, type ServiceProcess } from '../container/support/service-process.js';
import { freePort } from '../support/free-port.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('a page whose service is killed', () => {
  const browser = testBrowser();
  const directory = temporaryDirectory();
  let service: ServiceProcess;
  let start: () => Promise<ServiceProcess>;

  beforeAll(async () => {
    const app = directory('app');
    await mkdir(app);
    await symlink(join(repositoryRoot, 'dist'), join(app, 'dist'));
    const port = String(await freePort());
    const env = { PORT: port, OFFICE_MOCK_LATENCY_MS: '300', OFFICE_MOCK_TOKENS_PER_SECOND: '400' };
    start = () => startService({ app, env });
    service = await start();
  });
  afterAll(() => service.stop());

  it('says so, comes back by itself and shows the run to its end', async () => {
    browser.expectFault('ERR_CONNECTION_REFUSED');
    browser.expectFault('ERR_CONNECTION_RESET');
    browser.expectFault('ERR_EMPTY_RESPONSE');
    browser.expectFault('WebSocket');
    // The service answers so until it is up.
    browser.expectFault('503');
    const page = await browser.open(`http://127.0.0.1:${service.port}`);
    await page.getByRole('button', { name: /A question/ }).click();
    await page.locator('.run-card').click();
    await page.locator('.turn').first().waitFor();
    process.kill(service.pid, 'SIGKILL');
    await page.getByText('Reconnecting…').waitFor();
    service = await start();
    await page.getByText('Connected').waitFor();
    await page.getByText('done', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.locator('.tab-panel .prose').first().waitFor();
  });
});
