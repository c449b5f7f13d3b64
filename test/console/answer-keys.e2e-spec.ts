import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { actions } from '../../console/src/app/actions.js';
import {
  callsTool,
  callsTools,
  finished,
  offerPipeline,
  submit,
  toolResultsIn,
} from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedVendor } from '../support/scripted-vendor/scripted-vendor.js';
import type { ScriptedRequest } from '../support/scripted-provider/scripted-provider.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { dockOf, keysAnswer } from './support/request-in-view.js';

/** Presses `a` and `y` a moment after the first part of the request has got its answer. */
const pressedWhenAnswered = `
  const dock = document.querySelector('.dock');
  const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const observer = new MutationObserver(() => {
    if (!/approved/.test(dock.querySelector('li')?.textContent ?? '')) return;
    observer.disconnect();
    setTimeout(() => ['a', 'y'].forEach(press), 50);
  });
  observer.observe(dock, { childList: true, subtree: true, characterData: true });`;

/** Two commands in one answer: a request of two parts. */
function asksOfTwo(request: ScriptedRequest): ScriptedReply {
  if (toolResultsIn(request).length > 0) return { text: ['Done.'] };
  const call = (word: string) => ({
    ...{ id: `call_${word}`, name: 'run_shell' },
    args: [JSON.stringify({ command: `echo ${word}` })],
  });
  return { toolCalls: ['one', 'two'].map(call) };
}

/** The actions whose keys are letters and which answer a request. */
const answering = actions.filter(({ keys }) => /^a [yncsw]$/.test(keys));

describeInBrowser('the keys that answer a request', () => {
  const browser = testBrowser();
  let vendor: ScriptedVendor;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

  const asks = (word: string) => ['run_shell', { command: `echo ${word}` }] as const;
  const press = async (page: Page, keys: string) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  };

  beforeAll(async () => {
    vendor = await ScriptedVendor.start();
    office = await startLiveOffice(vendor, { OPENAI_API_KEY: 'key' });
  });
  beforeEach(async () => {
    // The office runs no checks of its own around a stage that does not build.
    pipelineId = offerPipeline(office, { kind: 'integrate', roleIds: ['backend-dev-1'] });
    vendor.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    socket = await office.client.connect();
  });
  afterAll(async () => {
    await office.close();
    await vendor.close();
  });

  it('answer nothing while it is folded, and the palette says why', async () => {
    vendor.respondWith(asksOfTwo);
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    const { id } = await submit(office, { pipelineId });
    const dock = dockOf(page);
    await keysAnswer(page);
    await dock.getByRole('button', { name: 'Fold' }).click();
    await dock.getByRole('button', { name: 'Show' }).waitFor();
    for (const { name, keys } of answering) {
      await press(page, keys);
      await page.getByText(`${name}: `).first().waitFor();
    }
    await page.getByText('Approve the first open part: the request is folded').first().waitFor();
    await page.keyboard.press('Control+k');
    const once = page.getByRole('option', { name: /Approve once/ });
    await once.getByText('the request is folded').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+n');
    await keysAnswer(page);
    await page.keyboard.press('Alt+n');
    const { approvals } = await finished(office, socket, id);
    expect(approvals).toMatchObject([{ status: 'rejected' }]);
  });

  it('answer no part that has just become the first open one', async () => {
    vendor.respondWith(asksOfTwo);
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    const { id } = await submit(office, { pipelineId });
    const { approval } = await socket.waitFor('approval.requested');
    await keysAnswer(page);
    await page.evaluate(pressedWhenAnswered);
    const first = approval.items?.[0]?.id ?? '';
    socket.send({ type: 'approve', approvalId: approval.id, items: { [first]: true } });
    await page.getByText('Approve the first open part: what is asked has just come').waitFor();
    await dockOf(page).locator('.by-key.ready').waitFor();
    await press(page, 'a n');
    const { approvals } = await finished(office, socket, id);
    expect(approvals).toMatchObject([{ items: [{ approved: true }, { approved: false }] }]);
  });

  it('do not when they are held, or the request is unseen; one allows it for the run', async () => {
    vendor.respondWith(callsTools(asks('first'), asks('second')));
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
