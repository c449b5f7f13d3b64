import { afterAll, beforeAll, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callsTools, offerPipeline, submit, toolResultsIn } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('the change of a run since the last look', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  /** Two turns of shell commands; the second begins once it may. */
  async function begin(first: string, second: string, mayGoOn = Promise.resolve()) {
    provider.respondWith(async (request) => {
      const isSecond = JSON.stringify(request.body).includes('Stage: **Mend it**');
      if (isSecond && toolResultsIn(request).length === 0) await mayGoOn;
      return callsTools(['run_shell', { command: isSecond ? second : first }])(request);
    });
    const pipelineId = offerPipeline(
      office,
      { name: 'Build it', kind: 'build', roleIds: ['backend-dev-1'] },
      { name: 'Mend it', kind: 'build', roleIds: ['frontend-dev-1'] },
    );
    return (await submit(office, { pipelineId })).id;
  }

  const ended = (id: string) =>
    socket.waitFor('run.updated', ({ run }) => run.id === id && run.status === 'done');

  const open = (id: string, query = 'tab=change'): Promise<Page> =>
    browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}?${query}`);

  const line = (page: Page, text: string) =>
    page.locator('.review-row[data-path="a.txt"] .diff-code', { hasText: text }).first();

  it('keeps the choice since the last look, and that look, through Back and reloads', async () => {
    const go = Promise.withResolvers<void>();
    const id = await begin('echo one > a.txt', 'echo two >> a.txt', go.promise);
    await socket.waitFor('turn.finished', ({ turn }) => turn.runId === id);
    const page = await open(id);
    await line(page, '+one').waitFor();
    go.resolve();
    await ended(id);
    await line(page, '+two').waitFor();
    const choose = async (from: RegExp, to: string) => {
      await page.getByRole('button', { name: from }).click();
      await page.getByRole('option', { name: to }).click();
    };
    const isSince = async () => {
      await page.getByRole('button', { name: /^Since the last look/ }).waitFor();
      await line(page, '+two').waitFor();
      await line(page, '+one').waitFor({ state: 'detached' });
    };
    const isWhole = async () => {
      await page.getByRole('button', { name: /^From the start of the run/ }).waitFor();
      await line(page, '+one').waitFor();
    };
    await page.reload();
    await choose(/^From the start of the run/, 'Since the last look');
    await isSince();
    await page.reload();
    await isSince();
    await page.reload();
    await isSince();
    await page.getByRole('tab', { name: /^Turns/ }).click();
    await page.getByRole('tab', { name: /^Turns/, selected: true }).waitFor();
    await page.goBack();
    await isSince();
    await page.goBack();
    await isWhole();
    await page.goForward();
    await isSince();
    await choose(/^Since the last look/, 'From the start of the run');
    await isWhole();
    // The look of this tab goes on, and so does what it compares with.
    await page.reload();
    await isWhole();
    await choose(/^From the start of the run/, 'Since the last look');
    await isSince();
  });

  it('says that a version in the address is not kept any more, and shows the whole change', async () => {
    browser.expectFault('400');
    const id = await begin('echo three > a.txt', 'true');
    await ended(id);
    const gone = '1'.repeat(40);
    const page = await open(id, `tab=change&since=${gone}-${gone}`);
    await page.getByText(/had changed at that version is not kept any more/).waitFor();
    await page.getByRole('button', { name: /^Since the last look/ }).click();
    await page.getByRole('option', { name: 'From the start of the run' }).click();
    await line(page, '+three').waitFor();
  });
});
