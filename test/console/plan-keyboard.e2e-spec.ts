import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { RunDetail } from '#protocol/records/work.js';
import {
  callsTool,
  finished,
  offerPipeline,
  promptOf,
  submit,
} from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { focusedName, tabTo } from './support/tab-to.js';

describeInBrowser('the plan of a run, changed by keyboard alone', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key', PATH: process.env.PATH });
    socket = await office.client.connect();
    const plan = { builders: [{ roleId: 'backend-dev-1', part: 'all of it' }] };
    const asks = callsTool('run_shell', { command: 'echo two >> a.txt' });
    provider.respondWith((request) =>
      promptOf(request).includes('Stage: **Build**')
        ? asks(request)
        : callsTool('set_plan', plan)(request),
    );
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  /** A run that waits for a person, with a plan. */
  async function plannedRun(): Promise<string> {
    const pipelineId = offerPipeline(
      office,
      { name: 'Plan', roleIds: ['backend-dev-1'] },
      { name: 'Debate', kind: 'debate', mode: 'debate', roleIds: ['ceo', 'cto'], onDemand: true },
      { name: 'Build', kind: 'build', roleIds: ['backend-dev-1'] },
    );
    const { id } = await submit(office, { pipelineId });
    await socket.waitFor('approval.requested', ({ approval }) => approval.runId === id);
    return id;
  }

  it('is opened, filled in, refused with words that stay in reach, mended and given', async () => {
    const id = await plannedRun();
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    const card = page.getByRole('region', { name: 'Who does what' });
    await card.getByText('all of it').waitFor();
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const type = (text: string): Promise<void> => page.keyboard.type(text);
    await tabTo(page, /^Change the plan/);
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change the plan' });
    await dialog.waitFor();

    await tabTo(page, /^.{0,40}Builder 1.{0,40}$/);
    await chooseRole(page);
    await tabTo(page, /^Part of builder 1/);
    await press('Control+a');
    await type('half of it');
    await tabTo(page, /^Paths of builder 1/);
    await type('a.txt, docs');

    await tabTo(page, /^Add to "Commands that prove it"/);
    await press('Enter');
    expect(await focusedName(page)).toBe('Command 1');
    await type('grep -q two a.txt');
    await press('Tab');
    await type('it is there');
    await press('Tab');
    await press('Space');

    await tabTo(page, /^Debate/);
    await press('Space');
    await tabTo(page, /^Change the plan/);
    await press('Enter');
    await page
      .getByRole('status')
      .getByText(/A debate needs a question/)
      .waitFor();

    await tabTo(page, /^Add to "Open questions"/);
    await press('Enter');
    await type('Which one?');
    await press('Tab');
    await type('this, that');
    await tabTo(page, /^Everybody of the review/);
    await press('Space');
    expect(await allFindings(page)).toEqual([]);
    await tabTo(page, /^Change the plan/);
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await card.getByText('Holds from the next stage on.').waitFor();
    await tabTo(page, /^Change the plan/);
    const { body } = await office.client.get<RunDetail>(`/api/runs/${id}`);
    expect(body.instructions?.at(-1)?.plan).toEqual({
      builders: [{ roleId: 'cto', part: 'half of it', paths: ['a.txt', 'docs'] }],
      checks: [{ command: 'grep -q two a.txt', proves: 'it is there', mustPass: true }],
      open: [{ question: 'Which one?', options: ['this', 'that'] }],
      stages: [{ name: 'Debate', reason: 'A person asks for it.' }],
      review: 'full',
    });
    socket.send({ type: 'cancel', runId: id });
    await finished(office, socket, id);
  });

  async function chooseRole(page: Page): Promise<void> {
    const { body } = await office.client.get<{ roles: { id: string; displayName: string }[] }>(
      '/api/state',
    );
    const name = body.roles.find(({ id }) => id === 'cto')?.displayName ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }

  it('loses entries one after the other, and the focus never leaves its list', async () => {
    const id = await plannedRun();
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    await page.getByRole('region', { name: 'Who does what' }).waitFor();
    await press('r');
    await press('l');
    const dialog = page.getByRole('dialog', { name: 'Change the plan' });
    await dialog.waitFor();
    const names = ['one', 'two', 'three'];
    for (const [index, name] of names.entries()) {
      await tabTo(page, /^Add to "Open questions"/);
      await press('Enter');
      expect(await focusedName(page)).toBe(`Question ${index + 1}`);
      await page.keyboard.type(name);
    }
    const first = dialog.getByLabel('Question 1', { exact: true });
    await tabTo(page, /^Take it out: question 2/);
    await press('Enter');
    expect(await focusedName(page)).toMatch(/^Take it out: question 2/);
    await press('Enter');
    expect(await focusedName(page)).toMatch(/^Take it out: question 1/);
    expect(await first.inputValue()).toBe('one');
    await press('Enter');
    expect(await focusedName(page)).toBe('Add to "Open questions"');
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Nothing was given.
    const { body } = await office.client.get<RunDetail>(`/api/runs/${id}`);
    expect(body.instructions ?? []).toEqual([]);
    socket.send({ type: 'cancel', runId: id });
    await finished(office, socket, id);
  });
});
