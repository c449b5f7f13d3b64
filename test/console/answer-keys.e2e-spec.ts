import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
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
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
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

  /** Asks for both commands in one answer. */
  const asksForBoth = (...words: readonly string[]) =>
    provider.respondWith((request) =>
      toolResultsIn(request).length > 0
        ? { text: ['Done.'] }
        : {
            toolCalls: words.map((word, at) => {
              const [name, args] = asks(word);
              return { id: `call_${at}`, name, args: [JSON.stringify(args)] };
            }),
          },
    );
  const press = async (page: Page, keys: string): Promise<void> => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  };
  /** The clock of the page stands still until the test moves it. */
  const holdClock = async (page: Page): Promise<void> =>
    page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000);
  const justCome = 'what is asked has just come; read it and try again';
  const isTold = async (page: Page, text: string): Promise<void> => {
    const notice = page.getByText(text);
    await notice.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
  };

  it('answer no part of a request that has just come into view, and none that is folded', async () => {
    asksForBoth('first', 'second');
    const page = await browser.open('about:blank');
    await page.clock.install();
    await page.goto(`http://127.0.0.1:${office.port}/#/memory`);
    const { id } = await submit(office, { pipelineId });
    const dock = dockOf(page);
    const keysOfPart = dock.locator('.by-key.ready');
    const answered = dock.getByText(/^(approved|refused)$/);
    await dock.getByText('echo second').first().waitFor();
    await keysOfPart.waitFor();
    await holdClock(page);
    await press(page, 'a f');
    await dock.getByRole('button', { name: 'Show' }).waitFor();
    await press(page, 'a y');
    await isTold(page, 'the request is folded; show it first');
    await press(page, 'a f');
    await dock.getByRole('button', { name: 'Fold' }).waitFor();
    await press(page, 'a y');
    await isTold(page, justCome);
    await page.clock.runFor(499);
    expect(await keysOfPart.count()).toBe(0);
    await press(page, 'Alt+y');
    await press(page, 'a y');
    await isTold(page, justCome);
    await page.clock.runFor(1);
    await keysOfPart.waitFor();
    await press(page, 'a n');
    // The page shows what has changed with its next frames.
    await until(async () => {
      await page.clock.runFor(20);
      return answered.isVisible();
    });
    await press(page, 'a n');
    await isTold(page, justCome);
    await page.clock.resume();
    await keysOfPart.waitFor();
    await press(page, 'a y');
    const { approvals } = await finished(office, socket, id);
    expect(approvals).toMatchObject([{ items: [{ approved: false }, { approved: true }] }]);
  });
});
