import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSettings } from '../../src/protocol/records/office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { doorDatabases } from '../support/test-databases.js';
import {
  callsTool,
  callsTools,
  finished,
  offerPipeline,
  submit,
  toolResultsIn,
} from './support/commission.js';

const declined =
  'The human declined to run this shell command. Do not retry the same command; ask for clarification or propose a non-shell alternative.';

describe.each(doorDatabases)('a tool that wants permission ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  const offices: RunningOffice[] = [];
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  const open = async (env: Record<string, string> = {}): Promise<void> => {
    const where = database();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_DB: where.kind === 'postgres' ? where.url : directory('office.sqlite'),
      OFFICE_WORKSPACE: directory('workspace'),
      ...env,
    });
    offices.push(office);
    socket = await office.client.connect();
  };
  const pipeline = (): string =>
    offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    provider.requests.length = 0;
    provider.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    await open();
  });
  afterEach(async () => {
    for (const opened of offices.splice(0)) await opened.close();
  });
  afterAll(() => provider.close());

  it('waits, is told in order, and goes on when it is approved', async () => {
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).toMatchObject({
      runId: id,
      employeeId: 'backend-dev-1',
      kind: 'shell',
      summary: 'echo done by hand',
      status: 'pending',
      decidedAt: null,
      reason: null,
    });
    const health = await office.client.get('/api/health');
    expect(health.body).toMatchObject({ activeRuns: 1, pendingApprovals: 1 });
    const second = await office.client.connect();
    expect(second.ofType('hello')[0]?.state.approvals).toEqual([approval]);

    second.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.turns[0]?.toolCalls[0]?.resultPreview).toContain('exit code: 0');
    expect(run.approvals).toMatchObject([{ id: approval.id, status: 'approved' }]);
    const reported = socket.events.flatMap((event) => {
      if (event.type === 'employee.updated') return [event.employee.status];
      if (event.type === 'run.updated') return [event.run.status];
      return event.type.startsWith('approval.') ? [event.type] : [];
    });
    const from = reported.indexOf('blocked');
    expect(reported.slice(from, from + 6)).toEqual([
      'blocked',
      'awaiting-approval',
      'approval.requested',
      'approval.decided',
      'working',
      'running',
    ]);
  });

  it('shows what is hidden in a command, imitates another one, or is pushed out of sight', async () => {
    const blank = '\n'.repeat(61);
    const command = `cat p\u0430sswd\u3164 ❤\ufe0f${' '.repeat(300)}# fine${blank}echo la\u200bst`;
    provider.respondWith(callsTool('run_shell', { command }));
    await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    const first = String.raw`cat p\u{430}sswd\u{3164} ❤\u{fe0f}[300 blanks]# fine`;
    const last = String.raw`echo la\u{200b}st`;
    expect(approval.detail).toBe(
      `${first}\n[60 blank lines]\n${last}\n\nin ${directory('workspace')}`,
    );
    expect(approval.summary).toContain(`${last} (62 lines)`);
    expect([approval.scopes, approval.covers]).toEqual([undefined, undefined]);
    socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    await socket.waitFor('approval.decided');
  });

  it('is refused with the reason, and the run goes on', async () => {
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    socket.send({
      type: 'approve',
      approvalId: approval.id,
      approved: false,
      reason: ' Not on Friday. ',
    });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.approvals).toMatchObject([{ status: 'rejected', reason: 'Not on Friday.' }]);
    const reported = toolResultsIn(provider.requests.at(-1)!)[0];
    expect(reported).toContain(declined);
    expect(reported).toContain('Not on Friday.');
  });

  it('is asked once for a command that was approved for the rest of the run, after a restart too', async () => {
    const commands = ['echo one >> ran', 'echo one >> ran', 'echo two >> ran', 'echo one >> ran'];
    provider.respondWith((request) => {
      const command = commands[toolResultsIn(request).length];
      if (command === undefined) return { text: ['Done.'] };
      const args = [JSON.stringify({ command })];
      return { toolCalls: [{ id: 'call_1', name: 'run_shell', args }] };
    });
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval.scopes).toEqual(['once', 'run']);
    const answer = { type: 'approve', approvalId: approval.id, approved: true } as const;
    socket.send({ ...answer, scope: 'forever' as 'run' });
    await socket.waitFor('error', ({ message }) => message.includes('one of once, run'));
    socket.send({ ...answer, scope: 'run' });
    const isOther = (asked: { readonly summary: string }): boolean =>
      asked.summary === 'echo two >> ran';
    await socket.waitFor('approval.requested', (event) => isOther(event.approval));
    await offices.pop()?.close();

    await open();
    const [other] = socket.ofType('hello')[0]?.state.approvals ?? [];
    expect(other).toMatchObject({ summary: 'echo two >> ran' });
    socket.send({ type: 'approve', approvalId: other?.id ?? '', approved: true });
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(run.approvals).toMatchObject([
      { summary: 'echo one >> ran', scope: 'run' },
      { summary: 'echo two >> ran', status: 'approved' },
    ]);
    expect(run.approvals[1]).not.toHaveProperty('scope');
    expect(await readFile(directory('workspace', 'ran'), 'utf8')).toBe('one\none\ntwo\none\n');
  });

  it('is asked once for a command whatever filters of its output follow, and waiting does not count as work', async () => {
    provider.respondWith(
      callsTools(
        ['run_shell', { command: 'git --version 2>&1 | head -1' }],
        ['run_shell', { command: 'git --version | grep -c git' }],
        ['run_shell', { command: 'git --version' }],
      ),
    );
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).toMatchObject({
      runId: id,
      stageName: 'Stage 1',
      purpose: expect.stringMatching(/./),
      covers: `git --version\n\nin ${directory('workspace')}`,
    });
    socket.send({ type: 'approve', approvalId: approval.id, approved: true, scope: 'run' });
    const run = await finished(office, socket, id);
    const [turn] = run.turns;
    expect(turn?.toolCalls.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    const [asked, ...more] = run.approvals;
    expect(more).toEqual([]);
    const waited = (asked?.decidedAt ?? 0) - (asked?.requestedAt ?? 0);
    expect(waited).toBeGreaterThan(0);
    expect(turn?.waitedMs).toBe(waited);
    expect(turn?.toolCalls.map((call) => call.waitedMs)).toEqual([waited, undefined, undefined]);
    expect(run.evidence.map(({ succeeded }) => succeeded)).toEqual([true, true, true]);
  });

  it('is asked each time for what the git tool writes', async () => {
    await mkdir(directory('workspace', '.git'), { recursive: true });
    provider.respondWith(callsTool('git', { command: 'add', args: ['.'] }));
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).not.toHaveProperty('scopes');
    socket.send({ type: 'approve', approvalId: approval.id, approved: true, scope: 'run' });
    await socket.waitFor('error', ({ message }) => message.includes('can be given once only'));
    socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    await finished(office, socket, id);
    await rm(directory('workspace', '.git'), { recursive: true });
  });

  it('counts silence as a refusal', async () => {
    const { body: before } = await office.client.get<OfficeSettings>('/api/settings');
    await office.client.put('/api/settings', { approvalTimeoutMs: 1000.5 });
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.decided');
    expect(approval.status).toBe('rejected');
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(office.log.join('\n')).toContain(`Approval "${approval.id}" was not answered in time`);
    // The database is that of the other tests too, which must not race with a second.
    const { approvalTimeoutMs } = before;
    await office.client.put('/api/settings', { approvalTimeoutMs });
  });

  it('is decided once: a late answer is told so', async () => {
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    const second = await office.client.connect();
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    second.send({ type: 'approve', approvalId: approval.id, approved: false });
    await finished(office, socket, id);
    await Promise.all([socket.settle(), second.settle()]);
    const refusals = [...socket.ofType('error'), ...second.ofType('error')];
    expect(refusals.map(({ message }) => message)).toEqual([
      `Approval "${approval.id}" is no longer pending.`,
    ]);
    expect(socket.ofType('approval.decided')).toHaveLength(1);
  });

  it('is still asked after a restart, and can then be answered', async () => {
    const { id } = await submit(office, { pipelineId: pipeline() });
    const { approval } = await socket.waitFor('approval.requested');
    const asked = provider.requests.length;
    await offices.pop()?.close();

    await open();
    expect(socket.ofType('hello')[0]?.state.approvals).toEqual([approval]);
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.turns).toHaveLength(1);
    expect(run.turns[0]?.toolCalls[0]?.resultPreview).toContain('exit code: 0');
    expect(run.approvals).toHaveLength(1);
    expect(provider.requests).toHaveLength(asked + 1);
    expect(office.log.join('\n')).toContain(`run ${id} continues where it was left.`);
  });

  it('frees the place on the floor while it waits', async () => {
    await office.client.put('/api/settings', { maxConcurrency: 1 });
    const pipelineId = pipeline();
    const waiting = await submit(office, { pipelineId });
    const { approval } = await socket.waitFor('approval.requested');
    provider.respondWith(() => ({ text: ['Quick.'] }));
    const other = await submit(office, { pipelineId });
    expect((await finished(office, socket, other.id)).status).toBe('done');
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    expect((await finished(office, socket, waiting.id)).status).toBe('done');
  });

  it('keeps to the policy that stood when the run was submitted', async () => {
    const { id } = await submit(office, { pipelineId: pipeline() });
    await office.client.put('/api/settings', { autoApproveShell: true });
    const { approval } = await socket.waitFor('approval.requested');
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    await finished(office, socket, id);
    const later = await submit(office, { pipelineId: 'test-pipeline' });
    await finished(office, socket, later.id);
    expect(socket.ofType('approval.requested')).toHaveLength(1);
  });
});
