import { afterEach, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until.js';
import type { AllowedSandbox } from '../../src/protocol/records/approval-parts.js';
import type { Health } from '../../src/protocol/records/office.js';
import type { Approval, RunDetail } from '../../src/protocol/records/work.js';
import { describeInSandbox } from '../support/sandbox-here.js';
import { ToolOffice, type ToolUse } from '../support/tools/tool-office.js';
import {
  call,
  CheckedOffice,
  isTwo,
  plays,
  stageIn,
  answeredIn,
} from './support/checked-office.js';
import { finished, submit } from './support/commission.js';

let office: ToolOffice;
const open = async (env: Record<string, string> = {}): Promise<ToolOffice> => {
  office = await ToolOffice.start({ OFFICE_SANDBOX: 'auto', PATH: process.env.PATH, ...env });
  await mkdir(office.workspace, { recursive: true });
  return office;
};
const allowed = async (): Promise<readonly AllowedSandbox[]> =>
  (await office.office.client.get<readonly AllowedSandbox[]>('/workspaces/default/sandbox')).body;
const where = ({ call: { command } }: ToolUse): unknown => command?.confinement;

describeInSandbox('everything inside the sandbox', () => {
  afterEach(() => office.close());

  it('is offered with the first question about a command', async () => {
    await open();
    const { approval } = await office.use('run_shell', { command: 'true' }, { approved: true });
    expect(approval?.scopes).toEqual(['once', 'run', 'sandbox-run', 'sandbox-floor']);
    expect(approval?.sandbox).toEqual({
      workspaceId: 'default',
      told: expect.stringContaining('without asking, in a sandbox'),
    });
  });

  it('is not held back by a yes to the command alone', async () => {
    await open();
    const use = await office.use('run_shell', { command: 'true' }, { approved: true });
    expect(where(use)).toBe('none');
    expect(await allowed()).toEqual([]);
  });

  it('is allowed for the floor, listed, and taken back', async () => {
    await open();
    const yes = { approved: true, scope: 'sandbox-floor', by: 'Ada' } as const;
    const first = await office.use('run_shell', { command: 'echo one' }, yes);
    expect(where(first)).toBe('sandbox');
    expect(await allowed()).toMatchObject([
      { runId: null, approvalId: first.approval?.id, allowedBy: 'Ada' },
    ]);
    const second = await office.use('run_shell', { command: 'echo two > made; cat made' });
    expect([office.approvalsOf(second), where(second)]).toEqual([0, 'sandbox']);
    office.socket.send({
      type: 'revokeSandbox',
      workspaceId: 'default',
      runId: null,
      requestId: 'one',
    });
    const { result } = await office.socket.waitFor('command.done');
    expect(result).toEqual([]);
    const third = await office.use('run_shell', { command: 'echo two' }, { approved: true });
    expect([office.approvalsOf(third), where(third)]).toEqual([1, 'none']);
  });

  it('is allowed for the run alone, and for what it asks at that moment', async () => {
    await open();
    const yes = { approved: true, scope: 'sandbox-run' } as const;
    const first = await office.use('run_shell', { command: 'true' }, yes);
    expect(await allowed()).toMatchObject([{ runId: first.run.id, allowedBy: null }]);
    const second = await office.use('run_shell', { command: 'true' }, { approved: true });
    expect([office.approvalsOf(second), where(second)]).toEqual([1, 'none']);
  });

  it('is left by a command when a person allows it, with the reason', async () => {
    await open();
    await office.office.client.put('/api/workspaces/default', { shell: 'sandbox' });
    const asked = { command: 'touch ../beside', outside: true, reason: 'It writes beside.' };
    const use = await office.use('run_shell', asked, { approved: true });
    expect(use.approval?.detail).toContain('outside the sandbox, because: It writes beside.');
    expect(use.approval?.scopes).toEqual(['once', 'run']);
    expect(where(use)).toBe('none');
    expect(existsSync(`${office.workspace}/../beside`)).toBe(true);
    const refused = await office.use('run_shell', asked, { approved: false });
    expect(refused.call.status).toBe('error');
    const { reported } = await office.use('run_shell', { command: 'true', outside: true });
    expect(reported).toContain('run_shell with "outside" requires a non-empty "reason" string.');
  });

  it('runs all approved commands when it is required, and nothing runs outside', async () => {
    await open({ OFFICE_SANDBOX: 'required' });
    const use = await office.use('run_shell', { command: 'touch ../beside' }, { approved: true });
    expect(use.approval?.touches).toContain('It runs in a sandbox:');
    expect(where(use)).toBe('sandbox');
    expect(existsSync(`${office.workspace}/../beside`)).toBe(false);
    const asked = { command: 'true', outside: true, reason: 'please' };
    const refused = await office.use('run_shell', asked);
    expect(refused.reported).toContain('this office runs nothing outside its sandbox.');
    expect(office.approvalsOf(refused)).toBe(0);
  });

  it('does not start a file that changed after the question, nor in the background', async () => {
    await open({ OFFICE_SANDBOX: 'required' });
    const script = `${office.workspace}/x.sh`;
    for (const background of [false, true]) {
      await writeFile(script, 'echo good > out.txt');
      const { id } = await office.ask('run_shell', { command: 'bash x.sh', background });
      const { approval } = await office.socket.waitFor(
        'approval.requested',
        (event) => event.approval.runId === id,
      );
      await writeFile(script, 'echo bad > out.txt');
      office.socket.send({ type: 'approve', approvalId: approval.id, approved: true });
      const { approval: again } = await office.socket.waitFor(
        'approval.requested',
        (event) => event.approval.runId === id && event.approval.id !== approval.id,
      );
      expect(again.touches).toMatch(/ Changed since it was allowed: x\.sh\.$/);
      office.socket.send({ type: 'approve', approvalId: again.id, approved: false });
      await office.ended(id);
      expect(existsSync(`${office.workspace}/out.txt`)).toBe(false);
    }
  });

  it('cannot be allowed for what does not offer it', async () => {
    await open({ OFFICE_SANDBOX: 'off' });
    const { id } = await office.ask('run_shell', { command: 'true' });
    const { approval } = await office.socket.waitFor('approval.requested');
    const answer = { approvalId: approval.id, approved: true, scope: 'sandbox-floor' } as const;
    office.socket.send({ type: 'approve', ...answer });
    expect(await office.socket.waitFor('error')).toMatchObject({
      message: expect.stringContaining('does not offer to allow everything inside the sandbox.'),
    });
    office.socket.send({ type: 'approve', ...answer, scope: 'once' });
    expect((await office.ended(id)).status).toBe('done');
    office.socket.send({ type: 'revokeSandbox', workspaceId: 'default', runId: 'run_none' });
    expect(
      await office.socket.waitFor('error', ({ message }) => message.includes('allowed')),
    ).toMatchObject({ message: 'Nothing of that kind is allowed in the sandbox of "default".' });
  });

  it('is described in health, and an invalid bound is refused', async () => {
    await open();
    const { client } = office.office;
    const { body } = await client.get<Health>('/api/health');
    expect(body.sandbox).toEqual({
      mode: 'auto',
      available: true,
      detail: 'commands can run in a sandbox',
    });
    const put = async (sandboxBounds: unknown): Promise<unknown> =>
      (await client.put<{ error: string }>('/api/workspaces/default', { sandboxBounds })).body
        .error;
    expect(await put({ processes: 0 })).toBe(
      '"sandboxBounds.processes" must be a whole number from 1 to 1000000.',
    );
    expect(await put({ cores: 1 })).toBe(
      '"sandboxBounds" has no "cores"; it has processes, memoryMb, writtenMb.',
    );
  });
});

describeInSandbox('checks in the sandbox', () => {
  const on = new CheckedOffice();

  it('run inside where a person allowed that for the run', async () => {
    await on.open({ OFFICE_AUTO_APPROVE_SHELL: 'false', OFFICE_SANDBOX: 'auto' });
    on.provider.respondWith((request) =>
      stageIn(request) === 'Review' && answeredIn(request) === 0
        ? call('run_shell', { command: 'echo more' })
        : plays({ checks: [isTwo], built: 'two\n' })(request),
    );
    const { id } = await submit(on.office, { pipelineId: on.offer() });
    const { approval } = await on.socket.waitFor('approval.requested');
    expect(approval.scopes).toEqual(['once', 'checks', 'sandbox-run', 'sandbox-floor']);
    const answer = { approvalId: approval.id, approved: true, scope: 'sandbox-run' } as const;
    on.socket.send({ type: 'approve', ...answer });
    const run: RunDetail = await finished(on.office, on.socket, id);
    expect(run.approvals).toHaveLength(1);
    expect(new Set(run.checks?.map(({ confinement }) => confinement))).toEqual(
      new Set(['sandbox']),
    );
    expect(run.evidence.map(({ confinement }) => confinement)).toEqual(
      run.evidence.map(() => 'sandbox'),
    );
  });
});

it('the next start removes what a crash left in a workspace', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'office-left-'));
  await mkdir(join(folder, '.husky'), { mode: 0o555 });
  await open({ OFFICE_WORKSPACE: folder });
  await until(() => !existsSync(join(folder, '.husky')));
  await office.close();
  await rm(folder, { recursive: true });
});

const noSandbox = { PATH: '/nowhere' };

it('without a sandbox the question says why, and a floor that wanted one asks', async () => {
  await open(noSandbox);
  await office.office.client.put('/api/workspaces/default', { shell: 'sandbox' });
  const { approval } = await office.use('run_shell', { command: 'true' }, { approved: true });
  const known: Approval | null = approval;
  expect(known?.touches).toContain(
    'There is no sandbox for it: bwrap is not installed where this office runs, or not on its PATH.',
  );
  expect(known?.scopes).toEqual(['once', 'run']);
  const { body } = await office.office.client.get<Health>('/api/health');
  expect(body.sandbox).toMatchObject({ available: false });
  await office.close();
});

it('without a sandbox nothing runs where one is required', async () => {
  await open({ ...noSandbox, OFFICE_SANDBOX: 'required' });
  const use = await office.use('run_shell', { command: 'true' });
  expect(use.reported).toContain('this office runs commands in a sandbox only, and there is none');
  expect(office.approvalsOf(use)).toBe(0);
  await office.close();
});
