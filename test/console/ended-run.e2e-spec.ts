import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { callsTools, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedVendor } from '../support/scripted-vendor/scripted-vendor.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('a run that has ended without all that it had', () => {
  const browser = testBrowser();
  let vendor: ScriptedVendor;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

  beforeAll(async () => {
    vendor = await ScriptedVendor.start();
    office = await startLiveOffice(vendor, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './repository',
      PATH: process.env.PATH,
    });
    pipelineId = offerPipeline(
      office,
      { name: 'Build it', kind: 'build', roleIds: ['backend-dev-1'] },
      { name: 'Report it', kind: 'report' },
    );
    const workspace = `${office.directory}/repository`;
    await mkdir(workspace, { recursive: true });
    await writeFile(`${workspace}/a.txt`, 'one\n');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.com', ...args], {
        cwd: workspace,
      });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
  });
  beforeEach(async () => {
    socket = await office.client.connect();
    const builds = callsTools(['run_shell', { command: 'echo two >> a.txt' }]);
    vendor.respondWith((request) =>
      JSON.stringify(request.body).includes('Stage: **Build it**')
        ? builds(request)
        : { text: ['All is well.'] },
    );
  });
  afterAll(async () => {
    await office.close();
    await vendor.close();
  });

  const open = (runId: string): Promise<Page> =>
    browser.open(`http://127.0.0.1:${office.port}/#/runs/${runId}`);

  it('says when it was cancelled, what it was at, and offers no report that was not written', async () => {
    const { id } = await submit(office, { pipelineId });
    const page = await open(id);
    await page.getByRole('region', { name: 'Approval needed' }).waitFor();
    socket.send({ type: 'cancel', runId: id });
    await finished(office, socket, id);
    const stages = page.getByRole('list', { name: 'Stages' });
    await stages.getByText(/^cut off after /).waitFor();
    await stages.getByText('not reached').waitFor();
    await page.getByText('The run is cancelled.').waitFor();
    expect(await page.getByRole('button', { name: 'Read the report' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Report' }).click();
    const told = page.locator('.failure', { hasText: 'Cancelled by the operator.' });
    await told.getByText(/^cancelled on /).waitFor();
    expect(await page.locator('.failure.bad').count()).toBe(0);
  });
});
