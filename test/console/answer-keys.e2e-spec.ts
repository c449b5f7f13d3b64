import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  callsTool,
  callsTools,
  finished,
  offerPipeline,
  submit,
} from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { dockOf, keysAnswer } from './support/request-in-view.js';

describeInBrowser('the keys that answer a request', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

  const asks = (word: string) => ['run_shell', { command: `echo ${word}` }] as const;
  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
  });
  beforeEach(async () => {
    // The office runs no checks of its own around a stage that does not build.
    pipelineId = offerPipeline(office, { kind: 'integrate', roleIds: ['backend-dev-1'] });
    provider.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    socket = await office.client.connect();
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('do not when they are held, or the request is unseen; one allows it for the run', async () => {
    provider.respondWith(callsTools(asks('first'), asks('second')));
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    const { id } = await submit(office, { pipelineId });
    const dock = dockOf(page);
    await dock.getByText('echo first').first().waitFor();
    await keysAnswer(page);
    await page.keyboard.down('Alt');
    await page.keyboard.down('y');
    await dock.getByText('echo second').first().waitFor();
    await keysAnswer(page);
    // Held: the browser repeats it.
    await page.keyboard.down('y');
    await page.keyboard.up('y');
    await page.keyboard.up('Alt');
    await dock.getByRole('button', { name: 'Fold' }).click();
    await page.keyboard.press('Alt+y');
    await keysAnswer(page);
    await page.keyboard.press('Alt+r');
    const { approvals } = await finished(office, socket, id);
    expect(approvals).toMatchObject([{ status: 'approved' }, { status: 'approved', scope: 'run' }]);
    expect(approvals[0]).not.toHaveProperty('scope');
  });

  it('send the reason that was begun before it was folded', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    await submit(office, { pipelineId });
    const dock = dockOf(page);
    await dock.getByLabel('Reason, shown to the employee').fill('Because');
    await dock.getByRole('button', { name: 'Fold' }).click();
    await dock.getByRole('button', { name: /Refuse/ }).waitFor({ state: 'hidden' });
    await dock.getByRole('button', { name: 'Show' }).click();
    await keysAnswer(page);
    await page.keyboard.press('Alt+n');
    const { approval } = await socket.waitFor('approval.decided');
    expect(approval).toMatchObject({ status: 'rejected', reason: 'Because' });
  });
});
