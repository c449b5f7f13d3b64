import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import type { Role } from '#protocol/records/organisation.js';
import type { RunDetail } from '#protocol/records/work.js';
import { nextBuilder, planProblem } from '../../console/src/runs/plan-problem.js';
import { callsTools, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describe('what is wrong with a plan', () => {
  const person = (id: string, displayName: string, ...allowedTools: string[]) => ({
    ...{ id, displayName, allowedTools },
  });
  const roles = [
    person('ceo', 'Helena', 'read_file'),
    person('dev-1', 'Theo', 'write_file'),
    person('dev-2', 'Ada', 'edit_file'),
  ];
  const stages = [{ spec: { kind: 'build' } }] as const;
  const builder = (roleId: string, part = 'all') => ({ roleId, part, paths: [] });

  it.each([
    [[], 'Name at least one person who builds.'],
    [[builder('dev-1')], null],
    [[builder('dev-1'), builder('dev-2', ' ')], 'Say what Ada builds.'],
    [[builder('dev-1'), builder('dev-1', '')], 'Theo is named twice.'],
    [[builder('ceo')], 'Helena may not write files.'],
  ])('is said of the builders %j', (builders, problem) => {
    expect(planProblem({ builders }, stages, roles)).toBe(problem);
  });

  it('is not that nobody builds, where no stage does', () => {
    expect(planProblem({ builders: [] }, [], roles)).toBeNull();
  });

  it('is avoided by who is named next', () => {
    const next = (...ids: string[]) =>
      nextBuilder({ builders: ids.map((id) => builder(id)) }, roles);
    expect([next(), next('dev-1'), next('dev-1', 'dev-2')]).toEqual(['dev-1', 'dev-2', 'dev-1']);
  });
});

describeInBrowser('the plan of a run at work', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key', PATH: process.env.PATH });
    socket = await office.client.connect();
    const plan = { builders: [{ roleId: 'backend-dev-1', part: 'all of it' }] };
    const builds = callsTools(['run_shell', { command: 'echo two >> a.txt' }]);
    provider.respondWith((request) => {
      const text = JSON.stringify(request.body);
      if (!text.includes('Stage: **Build**')) {
        return callsTools(['set_plan', plan])(request);
      }
      return text.includes('Stage: **Review**') ? { text: ['Verdict: approved'] } : builds(request);
    });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  /** A run that waits for a person, and its page with the dialog that changes its plan. */
  async function opened() {
    const pipelineId = offerPipeline(
      office,
      { name: 'Plan', roleIds: ['backend-dev-1'] },
      { name: 'Debate', kind: 'debate', mode: 'debate', roleIds: ['ceo', 'cto'], onDemand: true },
      { name: 'Build', kind: 'build', roleIds: ['backend-dev-1'] },
      { name: 'Review', kind: 'review', mode: 'review-loop', roleIds: ['qa-lead', 'cto'] },
    );
    const { id } = await submit(office, { pipelineId });
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    await page.getByRole('region', { name: 'Approval needed' }).waitFor();
    const card = page.getByRole('region', { name: 'Who does what' });
    await card.getByText('all of it').waitFor();
    await card.getByRole('button', { name: 'Change the plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the plan' });
    const send = dialog.getByRole('button', { name: 'Change the plan' });
    return { id, page, card, dialog, send };
  }

  async function cancel(id: string): Promise<void> {
    socket.send({ type: 'cancel', runId: id });
    await finished(office, socket, id);
  }

  /** Roles that may write, in the order of the floor. */
  async function writers(): Promise<readonly Role[]> {
    const { body } = await office.client.get<{ roles: readonly Role[] }>('/api/state');
    return body.roles.filter(({ allowedTools }) => allowedTools.includes('write_file'));
  }

  /** Has a look of its own, and begins at the left instead of filling the line. */
  const isFramed = async (button: Locator): Promise<boolean> => {
    const own = await button.boundingBox();
    const around = await button.locator('xpath=..').boundingBox();
    if (own === null || around === null) return false;
    const isAtLeft = own.x - around.x < 40 && own.width < around.width / 2;
    return isAtLeft && !(await button.getAttribute('class'))?.includes('quiet');
  };

  it('is changed, with the words of the service for a wrong one', async () => {
    const { id, page, card, dialog, send } = await opened();
    await dialog.getByText('Debate', { exact: true }).click();
    await send.click();
    const alert = dialog.getByRole('alert');
    await alert.getByText(/A debate needs a question/).waitFor();
    // A press outside of a dialog closes it, but none on what was said of it.
    const toasts = page.getByRole('status');
    await toasts.getByRole('button', { name: 'Dismiss' }).click();
    await toasts.getByText(/A debate needs a question/).waitFor({ state: 'detached' });

    await dialog.getByRole('button', { name: 'Add to "Open questions"' }).click();
    await alert.waitFor({ state: 'detached' });
    await dialog.getByLabel('Question 1', { exact: true }).fill('Which one?');
    await dialog.getByLabel('Options of question 1').fill('this, that,');
    await dialog.getByRole('button', { name: 'Add to "Commands that prove it"' }).click();
    await dialog.getByLabel('Command 1', { exact: true }).fill('grep -q two a.txt');
    await dialog.getByLabel('What command 1 proves').fill('it is there');
    await dialog.getByText('Everybody of the review').click();
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByText('grep -q two a.txt').waitFor();
    await card.getByText('Holds from the next stage on.').waitFor();
    const { body } = await office.client.get<RunDetail>(`/api/runs/${id}`);
    expect(body.instructions?.at(-1)?.plan).toEqual({
      builders: [{ roleId: 'backend-dev-1', part: 'all of it', paths: [] }],
      checks: [{ command: 'grep -q two a.txt', proves: 'it is there' }],
      open: [{ question: 'Which one?', options: ['this', 'that'] }],
      stages: [{ name: 'Debate', reason: 'A person asks for it.' }],
      review: 'full',
    });
    await cancel(id);
    await card.getByRole('button', { name: 'Change the plan' }).waitFor({ state: 'detached' });
  });

  it('keeps what was typed of an earlier plan, and says that it was changed since', async () => {
    const { id, page, card, dialog } = await opened();
    const part = dialog.getByLabel('Part of builder 1');
    await part.fill('half of it');
    await dialog.getByRole('button', { name: 'Close for now' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Change the plan' }).click();
    expect(await part.inputValue()).toBe('half of it');
    await page.keyboard.press('Escape');
    const builders = [{ roleId: 'backend-dev-1', part: 'the core', paths: [] }];
    const plan = { builders, checks: [], open: [], stages: [], review: 'one' } as const;
    socket.send({ type: 'steerRun', runId: id, plan });
    await card.getByText('the core').waitFor();
    await card.getByRole('button', { name: 'Change the plan' }).click();
    await dialog.getByText(/^It was changed elsewhere since you began\./).waitFor();
    expect(await part.inputValue()).toBe('half of it');
    await dialog.getByRole('button', { name: 'Discard what was typed' }).click();
    await card.getByRole('button', { name: 'Change the plan' }).click();
    expect(await part.inputValue()).toBe('the core');
    expect(await dialog.getByText(/^It was changed elsewhere/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await cancel(id);
  });

  it('is checked before it is sent, and told with names once it is', async () => {
    const [first, second] = await writers();
    const { id, page, dialog, send } = await opened();
    const remove = dialog.getByRole('button', { name: 'Take it out: builder 1' });
    const add = dialog.getByRole('button', { name: 'Add to "Who builds"' });
    expect([await isFramed(remove), await isFramed(add)]).toEqual([true, true]);
    await remove.click();
    await send.click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('Name at least one person who builds.').waitFor();
    await add.click();
    await add.click();
    await dialog.getByRole('button', { name: `${first?.displayName}` }).waitFor();
    await dialog.getByRole('button', { name: `${second?.displayName}` }).waitFor();
    await alert.getByText(`Say what ${first?.displayName} builds.`).waitFor();
    await send.click();
    await dialog.getByLabel('Part of builder 1').fill('the core');
    await alert.getByText(`Say what ${second?.displayName} builds.`).waitFor();
    await dialog.getByRole('button', { name: 'Take it out: builder 2' }).click();
    await alert.waitFor({ state: 'detached' });
    await send.click();
    await dialog.waitFor({ state: 'detached' });

    const sent = page.getByRole('list', { name: 'Sent instructions' });
    const told = `${first?.displayName}: the core`;
    await sent.getByText('The plan was changed.').waitFor();
    expect(await sent.getByText(told).isVisible()).toBe(false);
    await sent.getByText('The plan was changed.').click();
    await sent.getByText(told).waitFor();
    const given = page.getByRole('region', { name: 'Instructions' });
    await given.getByText(told).waitFor();
    expect(await sent.innerText()).not.toContain('`');
    expect(await given.locator('code').count()).toBe(0);
    await cancel(id);
  });
});
