import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { callsTool, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedVendor } from '../support/scripted-vendor/scripted-vendor.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('an approval in the console', () => {
  const browser = testBrowser();
  let vendor: ScriptedVendor;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

  beforeAll(async () => {
    vendor = await ScriptedVendor.start();
    office = await startLiveOffice(vendor, { OPENAI_API_KEY: 'key' });
    pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
  });
  beforeEach(async () => {
    vendor.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    socket = await office.client.connect();
  });
  afterAll(async () => {
    await office.close();
    await vendor.close();
  });

  it('stands above every page, says what would run, and is answered by a click', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    await submit(office, { pipelineId });
    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByText('asks to run a command').waitFor();
    await dock.getByText(/^echo done by hand/).waitFor();
    await page.waitForFunction(`document.title.startsWith('(1) Approval needed')`);
    await dock.getByRole('button', { name: /Approve once/ }).click();
    const { approval } = await socket.waitFor('approval.decided');
    expect(approval.status).toBe('approved');
    await dock.waitFor({ state: 'detached' });
  });

  it('is refused by keyboard, and what was decided is on record', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/settings`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('link', { name: 'Approvals', exact: true }).click();
    await submit(office, { pipelineId });
    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByText('echo done by hand').first().waitFor();
    await page.keyboard.press('Alt+n');
    const { approval } = await socket.waitFor(
      'approval.decided',
      (event) => event.approval.status === 'rejected',
    );
    expect(approval).toMatchObject({
      summary: 'echo done by hand',
      decidedBy: 'person',
      decidedByName: 'Ada',
    });
    await page.getByRole('cell', { name: 'refused' }).first().waitFor();
    await page.getByRole('cell', { name: 'Ada', exact: true }).waitFor();
  });
});
