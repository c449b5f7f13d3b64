import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { callsTools, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('a run that has ended without all that it had', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
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
    provider.respondWith((request) =>
      JSON.stringify(request.body).includes('Stage: **Build it**')
        ? builds(request)
        : { text: ['All is well.'] },
    );
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const open = (runId: string): Promise<Page> =>
    browser.open(`http://127.0.0.1:${office.port}/#/runs/${runId}`);

  /** The id of what the run asks a person, after another request. */
  async function asked(runId: string, after?: string): Promise<string> {
    const { approval } = await socket.waitFor(
      'approval.requested',
      (event) => event.approval.runId === runId && event.approval.id !== after,
    );
    return approval.id;
  }

  /** Waits for the end of a run of which the command is allowed. */
  async function approved(runId: string): Promise<void> {
    const approvalId = await asked(runId);
    socket.send({ type: 'approve', approvalId, approved: true, scope: 'run' });
    expect((await finished(office, socket, runId)).status).toBe('done');
  }

  it('says when it was cancelled, what it was at, and offers no report that was not written', async () => {
    const { id } = await submit(office, { pipelineId });
    const page = await open(id);
    await page.getByRole('region', { name: 'Approval needed' }).waitFor();
    // The page tells of an end that it has seen.
    await page.getByRole('button', { name: 'Cancel the run' }).waitFor();
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

  it('leads to the change when it was cancelled after a file was written', async () => {
    const command = ['run_shell', { command: 'echo two >> a.txt' }] as const;
    provider.respondWith(callsTools(command, command));
    const { id } = await submit(office, { pipelineId });
    const page = await open(id);
    const first = await asked(id);
    socket.send({ type: 'approve', approvalId: first, approved: true });
    await asked(id, first);
    await page.getByRole('button', { name: 'Cancel the run' }).waitFor();
    socket.send({ type: 'cancel', runId: id });
    await finished(office, socket, id);
    await page.getByRole('button', { name: 'See what was done' }).click();
    await page.getByRole('tab', { name: 'Change', selected: true }).waitFor();
  });

  it('is tried again from its first stage only once its worktree is discarded', async () => {
    await office.client.put('/api/workspaces/default', { isolation: 'worktree' });
    const { id } = await submit(office, { pipelineId });
    await approved(id);
    await office.client.put('/api/workspaces/default', { isolation: 'place' });
    const page = await open(id);
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Discard the worktree' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('removed', { exact: true }).waitFor();
    await page.getByRole('tab', { name: /^Turns/ }).click();
    await page.getByRole('button', { name: 'Again from here: Build it' }).waitFor();
    expect(await page.getByRole('button', { name: 'Again from here: Report it' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await dialog.getByRole('button', { name: /Begin with/ }).click();
    const option = page.getByRole('option', { name: 'Report it' });
    await option.getByText('The files of the stages before it are gone').waitFor();
    expect(await option.isDisabled()).toBe(true);
    expect(await page.getByRole('option', { name: 'Build it' }).isEnabled()).toBe(true);
  });

  it('begins nothing more on a floor that was closed, and is found by it', async () => {
    await office.client.post('/api/workspaces', { name: 'Old', folder: 'site' });
    const { id } = await submit(office, { brief: 'What is a floor?', workspaceId: 'old' });
    await finished(office, socket, id);
    const page = await open(id);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Continue').waitFor();
    expect(await button('Continue').isEnabled()).toBe(true);
    // The page may be reading the floor at that moment.
    browser.expectFault('404');
    await office.client.delete('/api/workspaces/old');
    await page.getByText('Not possible: its floor was closed.').waitFor();
    expect(await button('Continue').isDisabled()).toBe(true);
    expect(await button('Try again').isDisabled()).toBe(true);
    const list = await browser.open(`http://127.0.0.1:${office.port}/#/runs?of=old`);
    await list.getByRole('button', { name: 'old Floor of the run' }).waitFor();
  });
});
