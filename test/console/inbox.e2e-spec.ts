import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Approval, Run } from '../../src/protocol/records/work.js';
import { exactDollars } from '../../console/src/app/format.js';
import { isTwo, plays, stages } from '../runs/support/checked-office.js';
import {
  carryOut,
  callsTool,
  finished,
  offerPipeline,
  submit,
} from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { faultsAt, noFaults, sizes } from './support/looks.js';

/** USD; less than one call costs. */
const threshold = 0.000_01;

describeInBrowser('the inbox', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      PATH: process.env.PATH ?? '',
    });
    socket = await office.client.connect();
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const open = (place: string, size = { width: 1280, height: 720 }): Promise<Page> =>
    browser.open(`http://127.0.0.1:${office.port}/#/${place}`, { viewport: size });
  const dockOf = (page: Page) => page.getByRole('region', { name: 'Approval needed' });
  const asked = async (kind: Approval['kind'], runId: string): Promise<Approval> => {
    const { approval } = await socket.waitFor(
      'approval.requested',
      (event) => event.approval.kind === kind && event.approval.runId === runId,
    );
    return approval;
  };
  /** A run that waits for the answer about a command. */
  async function waiting(): Promise<string> {
    provider.respondWith(callsTool('run_shell', { command: 'echo by hand' }));
    const pipelineId = offerPipeline(office, { kind: 'integrate', roleIds: ['backend-dev-1'] });
    const { id } = await submit(office, { pipelineId });
    await asked('shell', id);
    return id;
  }
  async function cancel(runId: string): Promise<void> {
    socket.send({ type: 'cancel', runId });
    await finished(office, socket, runId);
  }

  it('has runs with failed checks first, each with what failed, until they are looked at', async () => {
    const page = await open('approvals');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await office.client.put('/api/settings', { autoApproveShell: true });
    provider.respondWith(plays({ checks: [isTwo], built: 'one\n', revised: 'one\n' }));
    const pipelineId = offerPipeline(office, ...stages);
    const failed = await carryOut(office, socket, { pipelineId, brief: 'Say two.' });
    await office.client.put('/api/settings', { autoApproveShell: false });
    expect(failed.status).toBe('failed');
    const list = page.getByRole('list', { name: 'Runs with failed checks' });
    await list.getByText(isTwo.command).waitFor();
    // No empty list stands beside it, and they can all be marked from here.
    expect(await page.getByRole('list', { name: 'Ended runs' }).count()).toBe(0);
    await page.getByRole('button', { name: 'I have seen them all' }).waitFor();
    await list.getByRole('link', { name: 'Say two.' }).click();
    const proof = page.getByRole('region', { name: 'Plan and checks' });
    await proof.getByRole('listitem').first().getByText('failed', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await list.waitFor({ state: 'detached' });
  });

  it('asks about spending with the amount up to which a yes lets the run go on', async () => {
    await office.client.put('/api/settings', { softSpendApprovalUsd: threshold });
    provider.respondWith(() => ({ text: ['Thought about.'] }));
    const pipelineId = offerPipeline(office, { name: 'Think' }, { name: 'Think more' });
    const page = await open('memory');
    const { id } = await submit(office, { pipelineId, budgetUsd: 7.125 });
    const { summary, detail } = await asked('spend', id);
    const dock = dockOf(page);
    const { spentUsd } = (await office.client.get<Run>(`/api/runs/${id}`)).body.budget;
    expect(summary).toMatch(/^Spend \$[\d.]+ of the \$7\.125 budget and continue\?$/);
    expect(Number(/^Spent so far: \$([\d.]+)\. /.exec(detail)?.[1])).toBeCloseTo(spentUsd, 12);
    expect(detail).toContain('Runs ask from $0.00001 on.');
    await dock.getByText(summary, { exact: false }).first().waitFor();
    await dock.getByText(/within the ceiling of the run\. A no cancels the run\./).waitFor();
    await page.goto(`http://127.0.0.1:${office.port}/#/`);
    await page.locator('.run-card', { hasText: 'waits for you' }).waitFor();
    // No turn asks it.
    await dock.getByRole('link', { name: 'See the run' }).waitFor();
    await dock.getByRole('button', { name: `Raise to ${exactDollars(7.125)} and go on` }).click();
    const run = await finished(office, socket, id);
    await office.client.put('/api/settings', { softSpendApprovalUsd: 0 });
    expect(run).toMatchObject({
      status: 'done',
      approvals: [{ kind: 'spend', status: 'approved' }],
    });
    expect(run.budget.spentUsd).toBeGreaterThan(threshold);
    await page.goto(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText(/waited for people/).waitFor({ state: 'attached' });
  });

  it('has no fault, and its answers within reach, at three sizes, light and dark', async () => {
    const page = await open('approvals');
    // What was decided stands below what waits.
    const decided = await waiting();
    await dockOf(page)
      .getByRole('button', { name: /^Refuse/ })
      .click();
    await page.getByRole('heading', { name: 'Decided' }).waitFor();
    await finished(office, socket, decided);
    const id = await waiting();
    await dockOf(page).getByText('echo by hand').first().waitFor();
    for (const size of sizes) {
      expect([size, await faultsAt(size, page)]).toEqual([size, noFaults]);
      for (const name of [/^Approve once/, /^Refuse/]) {
        await dockOf(page).getByRole('button', { name }).click({ trial: true });
      }
    }
    await cancel(id);
  });

  const areApart = async (page: Page, part: Locator) => {
    const [one, other] = [await dockOf(page).boundingBox(), await part.boundingBox()];
    if (one === null || other === null) throw new Error('One of them is not shown.');
    const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
    return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y;
  };

  it.each(sizes)(
    'has its request beside the field of the Planning page, $width×$height',
    async (size) => {
      const page = await open('plan', size);
      const field = page.getByRole('textbox', { name: 'Your words' });
      await field.waitFor();
      const id = await waiting();
      await dockOf(page).getByText('echo by hand').first().waitFor();
      expect(await areApart(page, field)).toBe(true);
      expect(await areApart(page, page.getByRole('button', { name: 'Say it' }))).toBe(true);
      await cancel(id);
    },
  );

  it.each(sizes)('has its request beside the side of the floor, $width×$height', async (size) => {
    const page = await open('', size);
    const id = await waiting();
    await dockOf(page).getByText('echo by hand').first().waitFor();
    const card = page.locator('.run-card').first();
    // Cards come and go while it is scrolled.
    await until(async () => {
      await card.evaluate((element) =>
        (element as unknown as { scrollIntoView(how: object): void }).scrollIntoView({
          block: 'start',
        }),
      );
      return areApart(page, card);
    });
    await cancel(id);
  });
});
