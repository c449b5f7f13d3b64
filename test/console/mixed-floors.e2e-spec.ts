import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Office } from '../../src/client/office.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
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
import { describeInBrowser, testBrowser } from './support/browser.js';

const roleId = 'backend-dev-1';
const labTitle = 'Keeper of samples';

describeInBrowser('what is of several floors', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let client: Office;
  let first: WorkspaceSummary;
  let lab: WorkspaceSummary;
  let firstTitle = '';

  /** Both floors have a role of this id, of another title on each; a run of each has ended. */
  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
    socket = await office.client.connect();
    client = await Office.connect({ url: `http://127.0.0.1:${office.port}` });
    [first] = client.state.workspaces as [WorkspaceSummary];
    lab = await client.http.createWorkspace({ name: 'Lab' });
    const role = client.state.roles.find(({ id }) => id === roleId);
    if (role === undefined) throw new Error(`There is no ${roleId}.`);
    firstTitle = role.title;
    const onLab = { workspaceId: lab.id };
    await client.organisation.fire(roleId, onLab);
    await client.organisation.hire({ ...role, title: labTitle }, onLab);
    const pipelineId = offerPipeline(office, { kind: 'integrate', roleIds: [roleId] });
    provider.respondWith(callsTool('run_shell', { command: 'echo in the lab' }));
    const asking = await submit(office, { pipelineId, workspaceId: lab.id });
    const { approval } = await socket.waitFor('approval.requested');
    const answer = { type: 'approve', approvalId: approval.id, approved: true } as const;
    socket.send({ ...answer, scope: 'run', by: 'Ada' });
    await finished(office, socket, asking.id);
    provider.respondWith(() => ({ text: ['Thought about.'] }));
    await carryOut(office, socket, { pipelineId });
  });
  afterAll(async () => {
    client.close();
    await office.close();
    await provider.close();
  });

  /** On the first floor. */
  const open = async (place: string): Promise<Page> => {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/${place}?floor=${first.id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  it('has costs by the role of each floor, and dear turns by theirs', async () => {
    const page = await open('costs');
    const roles = page.locator('section', { has: page.getByRole('heading', { name: 'By role' }) });
    for (const [title, floor] of [
      [labTitle, 'Lab'],
      [firstTitle, first.name],
    ] as const) {
      const row = roles.getByRole('listitem').filter({ hasText: title });
      await row.getByText(new RegExp(`, ${floor}$`)).waitFor();
      expect(await row.count()).toBe(1);
      const dear = page.locator('.dearest summary', { hasText: `${title} of ${floor}` });
      await dear.first().waitFor();
    }
    expect(await roles.getByRole('listitem').count()).toBe(2);
  });

  it('has facts by the role of their floor', async () => {
    const fact = { kind: 'convention', scope: 'role', roleId, tags: [] } as const;
    await client.http.remember({ ...fact, text: 'Samples are cold.', workspaceId: lab.id });
    await client.http.remember({ ...fact, text: 'Dates are UTC.', workspaceId: first.id });
    const page = await open('memory');
    const samples = page.locator('article', { hasText: 'Samples are cold.' });
    await samples.getByText(`role: ${labTitle} of Lab`).waitFor();
    const dates = page.locator('article', { hasText: 'Dates are UTC.' });
    await dates.getByText(`role: ${firstTitle} of ${first.name}`).waitFor();
    await samples.getByRole('button', { name: 'Correct' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct a fact' });
    await dialog.getByRole('button', { name: `${labTitle} Role` }).waitFor();
    await dialog.getByText('The floor is Lab.').waitFor();
  });

  it('has what was decided on each, with its floor', async () => {
    const page = await open('approvals');
    const decided = page.getByRole('region', { name: 'Decisions' });
    const row = decided.getByRole('row').filter({ hasText: 'echo in the lab' });
    await row.getByText('Open the run of Lab').waitFor();
    await row.getByText('for the rest of the run').waitFor();
    await row.getByText('Ada').waitFor();
  });
});
