import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  callsTool,
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

/** Sums up the shifts of the layout from now on. */
const shiftsObserved = `
  let sum = 0;
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  const add = (entries) => entries.forEach((entry) => (sum += entry.value));
  observer.observe({ type: 'layout-shift' });
  window.shifted = () => (add(observer.takeRecords()), sum);`;

/** Whether the middle of the element is what a click there meets. */
function isOnTop(element: unknown): boolean {
  interface Drawn {
    getBoundingClientRect(): { x: number; y: number; width: number; height: number };
    readonly ownerDocument: { elementFromPoint(x: number, y: number): unknown };
  }
  const drawn = element as Drawn;
  const { x, y, width, height } = drawn.getBoundingClientRect();
  return drawn.ownerDocument.elementFromPoint(x + width / 2, y + height / 2) === element;
}

describeInBrowser('an approval in the console', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

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

  it.each([
    ['wide', { width: 1280, height: 720 }],
    ['a phone', { width: 390, height: 844 }],
  ])('moves nothing and covers no brief that is being written, %s', async (_size, viewport) => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/`, { viewport });
    const field = page.getByLabel('Give the office a brief');
    await field.fill('A brief that was beg');
    // The parts of the page that are loaded later have their places by then.
    await page.locator('.person').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(shiftsObserved);
    await submit(office, { pipelineId });
    await dockOf(page).getByText('echo done by hand').first().waitFor();
    await field.pressSequentially('un');
    expect(await page.evaluate<number>(`window.shifted()`)).toBeLessThan(0.02);
    // The middle of the field is not below anything.
    const isFree = await field.evaluate(isOnTop);
    expect(isFree).toBe(true);
    await dockOf(page).locator('kbd.ready').first().waitFor({ state: 'attached' });
    await page.evaluate(`document.querySelector('#main').focus()`);
    await page.keyboard.press('Alt+n');
    await dockOf(page).waitFor({ state: 'detached' });
    expect(await page.evaluate<number>(`window.shifted()`)).toBeLessThan(0.02);
  });

  it('stands once on the page of the inbox, beside runs that ended unseen', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/approvals`);
    const first = await submit(office, { pipelineId });
    await dockOf(page)
      .getByRole('button', { name: /Approve once/ })
      .waitFor();
    expect(await page.locator('.dock').count()).toBe(0);
    expect(await dockOf(page).count()).toBe(1);
    await keysAnswer(page);
    await page.keyboard.press('Alt+y');
    await finished(office, socket, first.id);
    const ended = page.getByRole('list', { name: 'Ended runs' });
    await ended.getByRole('link').first().click();
    await page.locator('.stages li').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await page.getByRole('heading', { name: 'Decided' }).waitFor();
    const link = page.locator(`a[href*="${first.id}"]`);
    await page.locator('table').locator(link).waitFor();
    expect(await ended.locator(link).count()).toBe(0);
  });

  it('stands over every page, says what would run, and is answered by a click', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    await submit(office, { pipelineId, brief: 'Mend the gate\nof the yard' });
    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByText('asks to run a command').waitFor();
    await dock.getByText('Run “Mend the gate”', { exact: true }).waitFor();
    await dock.getByText(/^echo done by hand/).waitFor();
    await page.waitForFunction(`document.title.startsWith('(1) Approval needed')`);
    await dock.getByRole('button', { name: /Approve once/ }).click();
    const { approval } = await socket.waitFor('approval.decided');
    expect(approval.status).toBe('approved');
    await dock.waitFor({ state: 'detached' });
  });

  it.each([
    ['the memory', () => 'memory'],
    ['the run', (id: string) => `runs/${id}`],
  ])('leaves the keyboard in the page of %s after its answer', async (_page, placeOf) => {
    const { id } = await submit(office, { pipelineId });
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/${placeOf(id)}`);
    const dock = dockOf(page);
    await dock.getByRole('button', { name: /Approve once/ }).focus();
    await page.keyboard.press('Enter');
    await dock.waitFor({ state: 'detached' });
    await until(() => page.evaluate<boolean>('document.activeElement !== document.body'));
    await finished(office, socket, id);
  });

  it('on the page of a run is that of the run, also where another one asked before', async () => {
    const one = await submit(office, { pipelineId, brief: 'Mend the gate' });
    const two = await submit(office, { pipelineId, brief: 'Mend the fence' });
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    const dock = page.getByRole('region', { name: 'Approval needed' });
    for (const { id, brief } of [one, two, one]) {
      await page.goto(`http://127.0.0.1:${office.port}/#/runs/${id}`);
      await dock.getByText(`Run “${brief}”`, { exact: true }).waitFor();
    }
    await dock.getByRole('button', { name: /Approve once/ }).click();
    await finished(office, socket, one.id);
    await dock.getByText('Run “Mend the fence”', { exact: true }).waitFor();
    await dock.getByRole('button', { name: /Approve once/ }).click();
    await finished(office, socket, two.id);
  });

  it('of several calls is answered call by call, and for the floor’s checks, which are taken back', async () => {
    const scripts = { test: 'echo tested', build: 'echo built' };
    const workspace = `${office.directory}/workspace`;
    await writeFile(`${workspace}/package.json`, JSON.stringify({ scripts }));
    const command = (line: string, at: number) => ({
      ...{ id: `call_${at}`, name: 'run_shell', args: [JSON.stringify({ command: line })] },
    });
    provider.respondWith((request) => {
      const done = toolResultsIn(request).length;
      if (done === 0) return { toolCalls: ['echo one', 'echo two'].map(command) };
      return done === 2 ? { toolCalls: [command('npm test', 3)] } : { text: ['Done.'] };
    });
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/approvals`);
    const dock = dockOf(page);
    const { id } = await submit(office, { pipelineId });
    await dock.getByRole('button', { name: /Approve all once/ }).waitFor();
    await dock.getByRole('button', { name: 'Approve echo two' }).click();
    await dock.getByText('approved', { exact: true }).waitFor();
    await dock.locator('.by-key.ready').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('n');
    await dock.getByText(/They run tests and scripts that the office writes/).waitFor();
    await dock.getByText(/it may also read and write outside it/).waitFor();
    await dock.getByRole('button', { name: 'Approve the floor’s checks' }).click();
    const run = await finished(office, socket, id);
    expect(run.approvals).toMatchObject([
      { status: 'approved', items: [{ approved: false }, { approved: true }] },
      { status: 'approved', scope: 'checks' },
    ]);
    const allowed = page.getByRole('list', { name: 'Allowed checks' });
    await allowed.getByText('npm run build').waitFor();
    await allowed.getByRole('button', { name: 'Take back npm run build' }).click();
    await allowed.getByText('npm run build').waitFor({ state: 'detached' });
    await allowed.getByRole('button', { name: 'Take back npm run test' }).click();
    await allowed.waitFor({ state: 'detached' });
  });

  it('is refused by keyboard with the reason, and what was decided is on record', async () => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/settings`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('link', { name: 'Inbox', exact: true }).click();
    const { id } = await submit(office, { pipelineId });
    const dock = dockOf(page);
    await dock.getByText('echo done by hand').first().waitFor();
    await dock.getByLabel('Reason, shown to the employee').fill('Not on a Friday.');
    await keysAnswer(page);
    await page.keyboard.press('Alt+n');
    const { approval } = await socket.waitFor(
      'approval.decided',
      (event) => event.approval.status === 'rejected',
    );
    expect(approval).toMatchObject({
      ...{ summary: 'echo done by hand', decidedBy: 'person' },
      ...{ decidedByName: 'Ada', reason: 'Not on a Friday.' },
    });
    await page.getByRole('cell', { name: 'refused' }).first().waitFor();
    await page.getByRole('cell', { name: 'you', exact: true }).waitFor();
    await page.goto(`http://127.0.0.1:${office.port}/#/runs/${id}?tab=turns`);
    await page.locator('.tool', { hasText: /echo done by hand.*refused/s }).waitFor();
    expect((await finished(office, socket, id)).evidence).toEqual([]);
  });

  it('leaves the field for instructions to its run free', async () => {
    const { id } = await submit(office, { pipelineId });
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    await dockOf(page).waitFor();
    const places = [
      [0, null],
      [1e6, null],
      [1e6, 'Fold'],
      [0, 'Show'],
    ] as const;
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      for (const [scrollTop, fold] of places) {
        if (fold !== null) await dockOf(page).getByRole('button', { name: fold }).click();
        await page.evaluate(`document.getElementById('main').scrollTop = ${scrollTop}`);
        // The field comes with the run, after the request.
        await until(async () => {
          const dock = await dockOf(page).boundingBox();
          const field = await page.getByLabel('Instruction').boundingBox();
          return dock !== null && field !== null && field.y + field.height <= dock.y;
        });
      }
    }
    socket.send({ type: 'cancel', runId: id });
    await finished(office, socket, id);
  });

  it('is stepped to, gone to and refused by keys alone', async () => {
    const roleIds = ['backend-dev-1', 'frontend-dev-1'];
    const both = offerPipeline(office, { kind: 'integrate', roleIds, mode: 'parallel' });
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/memory`);
    const { id } = await submit(office, { pipelineId: both });
    const dock = dockOf(page);
    await dock.getByText('2 approvals wait for you').waitFor();
    const asker = () => dock.locator('p strong').first().textContent();
    const first = await asker();
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await dock
      .locator('p strong')
      .first()
      .filter({ hasNotText: first ?? '' })
      .waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('k');
    await dock
      .locator('p strong')
      .first()
      .filter({ hasText: first ?? '' })
      .waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await dock
      .getByRole('button', { name: /Approve once/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('f');
    await dock.getByRole('button', { name: 'Show' }).waitFor();
    await page.keyboard.press('Alt+n');
    await keysAnswer(page);
    await page.keyboard.press('Alt+n');
    await dock.getByText('Someone waits for you').waitFor();
    await keysAnswer(page);
    await page.keyboard.press('Alt+n');
    const { approvals } = await finished(office, socket, id);
    expect(approvals.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
