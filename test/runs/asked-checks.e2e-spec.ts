import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { RunDetail } from '../../src/protocol/records/work.js';
import {
  answeredIn,
  call,
  CheckedOffice,
  isTwo,
  momentsOf,
  plays,
  stageIn,
  type Script,
  statesOf,
} from './support/checked-office.js';
import { until } from '../support/until.js';
import { finished, submit } from './support/commission.js';

const on = new CheckedOffice();

describe('the question whether the checks may be run', () => {
  const ask = async (script: Script) => {
    await on.open({ OFFICE_AUTO_APPROVE_SHELL: 'false' });
    on.provider.respondWith(plays(script));
    const { id } = await submit(on.office, { pipelineId: on.offer() });
    const { approval } = await on.socket.waitFor('approval.requested');
    return { id, approval };
  };
  const two = { command: 'test -f a.txt', proves: 'it is there', mustPass: true };

  it('is asked once for all checks of the run', async () => {
    const { id, approval } = await ask({ checks: [isTwo, two], built: 'two\n' });
    expect(approval).toMatchObject({
      kind: 'shell',
      stageName: 'Build',
      turnId: null,
      summary: 'Run the 2 checks of this run: grep -qx two a.txt, …',
    });
    expect(approval.detail).toMatch(/^grep -qx two a\.txt\ntest -f a\.txt\n\n/);
    expect((await on.office.client.get<RunDetail>(`/api/runs/${id}`)).body.status).toBe(
      'awaiting-approval',
    );
    on.socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(on.office, on.socket, id);
    expect(run.status).toBe('done');
    expect(run.approvals).toHaveLength(1);
    expect(statesOf(run)).toEqual(['passed', 'passed']);
  });

  it.each([
    ['too slow here', 'Not checked: a person refused the commands that check it: too slow here'],
    [undefined, 'Not checked: a person refused the commands that check it.'],
  ])('that is refused (%s) leaves the work unchecked', async (reason, told) => {
    const { id, approval } = await ask({ checks: [two] });
    const answer = { approvalId: approval.id, approved: false, ...(reason && { reason }) };
    on.socket.send({ type: 'approve', ...answer });
    const run = await finished(on.office, on.socket, id);
    expect(run).toMatchObject({ status: 'done', outcome: `All is told.\n\n${told}` });
    expect(run.checks).toBeUndefined();
    expect(run.approvals).toHaveLength(1);
    expect(statesOf(run)).toEqual(['not-run']);
  });

  it('is not asked again on a floor that allows these checks, until what defines them changes', async () => {
    const script = { checks: [isTwo, two], built: 'two\n' };
    const { id, approval } = await ask(script);
    expect(approval).toMatchObject({ scopes: ['once', 'checks'] });
    expect(approval.checks?.told).toContain(isTwo.command);
    expect(approval.checks?.told).toContain('They run tests and scripts that the office writes');
    const yes = { type: 'approve', approved: true, scope: 'checks' } as const;
    on.socket.send({ ...yes, approvalId: approval.id });
    await finished(on.office, on.socket, id);
    const second = await submit(on.office, { pipelineId: on.offer() });
    const run = await finished(on.office, on.socket, second.id);
    expect(run.approvals).toEqual([]);
    expect(statesOf(run)).toEqual(['passed', 'passed']);

    await writeFile(`${on.workspace}/Makefile`, 'test:\n\ttrue\n');
    const third = await submit(on.office, { pipelineId: on.offer() });
    const { approval: again } = await on.socket.waitFor(
      'approval.requested',
      (event) => event.approval.runId === third.id,
    );
    on.socket.send({ ...yes, approvalId: again.id });
    expect((await finished(on.office, on.socket, third.id)).status).toBe('done');
  });

  it('covers an employee who runs one of them', async () => {
    const script = { checks: [isTwo], built: 'two\n' };
    const { id, approval } = await ask(script);
    on.provider.respondWith((request) =>
      stageIn(request) === 'Review' && answeredIn(request) === 0
        ? call('run_shell', { command: `${isTwo.command} | tail -3` })
        : plays(script)(request),
    );
    on.socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(on.office, on.socket, id);
    expect(run.approvals).toHaveLength(1);
    expect(run.evidence.filter(({ by }) => by === 'employee')).toHaveLength(1);
  });

  it('is asked again once the run has changed a file that they name, and not when it was refused', async () => {
    const run = { command: 'sh a.txt', proves: 'it runs', mustPass: true };
    const { id, approval } = await ask({ checks: [run], built: 'true\n' });
    expect(approval.files).toMatchObject([{ path: 'a.txt' }]);
    on.socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const { approval: again } = await on.socket.waitFor(
      'approval.requested',
      (event) => event.approval.id !== approval.id,
    );
    expect(again.detail).toBe(approval.detail);
    expect(again.touches).toMatch(
      /This run has changed: a\.txt\. Changed since it was allowed: a\.txt\.$/,
    );
    on.socket.send({ type: 'approve', approvalId: again.id, approved: false });
    const ended = await finished(on.office, on.socket, id);
    expect(ended.approvals).toHaveLength(2);
    expect(momentsOf(ended).map(([moment]) => moment)).toEqual(['before']);
  });

  it('shows commands spelled as other commands are', async () => {
    const odd = { command: 'test -f\u3000a.txt', proves: 'it is there' };
    const { id, approval } = await ask({ checks: [odd], built: 'two\n' });
    expect(approval.summary).toBe('Run the check of this run: test -f\\u{3000}a.txt');
    expect(approval.detail).toMatch(/^test -f\\u\{3000\}a\.txt\n/);
    on.socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    await finished(on.office, on.socket, id);
  });

  it('waits over a restart of the service, and counts when it is answered then', async () => {
    const env = {
      OFFICE_AUTO_APPROVE_SHELL: 'false',
      OFFICE_DB: on.directory('office.sqlite'),
    };
    await on.open(env);
    on.provider.respondWith(plays({ checks: [two] }));
    const { id } = await submit(on.office, { pipelineId: on.offer() });
    const { approval } = await on.socket.waitFor('approval.requested');
    await on.office.close();
    await on.open(env);
    on.socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(on.office, on.socket, id);
    expect(run.status).toBe('done');
    expect(run.approvals).toHaveLength(1);
    expect(momentsOf(run)).toEqual([
      ['before', 1],
      ['build', 0],
      ['end', 0],
    ]);
  });

  it('is asked anew for the checks of a plan that a person changed meanwhile', async () => {
    const { id, approval } = await ask({ checks: [isTwo], built: 'two\n' });
    const plan = {
      builders: [{ roleId: 'backend-dev-1', part: 'all', paths: [] }],
      checks: [two],
      open: [],
      stages: [],
      review: 'one' as const,
    };
    on.socket.send({ type: 'steerRun', runId: id, plan });
    await on.socket.waitFor('run.updated', ({ run }) => run.instructions !== undefined);
    on.socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const { approval: next } = await on.socket.waitFor(
      'approval.requested',
      (event) => event.approval.id !== approval.id,
    );
    expect(next.summary).toBe('Run the check of this run: test -f a.txt');
    on.socket.send({ type: 'approve', approvalId: next.id, approved: true });
    const run = await finished(on.office, on.socket, id);
    expect(run.status).toBe('done');
    expect(run.checks?.map(({ command, moment }) => [command, moment])).toEqual([
      [isTwo.command, 'before'],
      [two.command, 'before'],
      [two.command, 'build'],
      [two.command, 'end'],
    ]);
  });
});

describe('a check of a run that is cancelled', () => {
  it('ends with it', async () => {
    await on.open();
    const marker = on.directory('marker');
    const command = `touch ${marker} && sleep 600`;
    on.provider.respondWith(plays({ checks: [{ command, proves: 'x' }] }));
    const { id } = await submit(on.office, { pipelineId: on.offer() });
    await until(() => existsSync(marker));
    on.socket.send({ type: 'cancel', runId: id });
    const run = await finished(on.office, on.socket, id);
    expect(run.status).toBe('cancelled');
    expect(run.checks?.every(({ exitCode }) => exitCode === null)).toBe(true);
  });
});

describe('a run that is tried again', () => {
  it('knows what failed before the first try', async () => {
    await on.open();
    const old = { command: 'test -f never.txt', proves: 'never' };
    const checks = [old, { ...isTwo, mustPass: true }];
    const failed = await on.carryOut(plays({ checks, revised: 'three\n' }));
    expect(failed.error).toBe('The checks did not pass: grep -qx two a.txt (exit code 1).');
    on.provider.respondWith(plays({ checks, built: 'two\n' }));
    const build = failed.stages.find(({ spec }) => spec.kind === 'build');
    on.socket.send({ type: 'retryRun', runId: failed.id, stage: build?.id ?? '' });
    const { run: again } = await on.socket.waitFor(
      'run.created',
      (event) => event.run.retryOf === failed.id,
    );
    const run = await finished(on.office, on.socket, again.id);
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(statesOf(run)).toEqual(['failed-before-and-after', 'passed']);
  });
});

describe('a check whose output or time has no end', () => {
  it('is ended by the time limit and counts as failed', async () => {
    await on.open({ OFFICE_CHECK_TIMEOUT_MS: '1000' });
    const run = await on.carryOut(
      plays({
        checks: [{ command: 'tail -f /dev/null', proves: 'x', mustPass: true }],
      }),
    );
    expect(run.error).toBe(
      'The checks did not pass: tail -f /dev/null (it did not end by itself).',
    );
    expect(run.checks?.[0]).toMatchObject({
      exitCode: null,
      outcome: 'Command timed out after 1000 ms and was killed.',
    });
  });

  it('is kept from both ends', async () => {
    await on.open();
    const command = 'echo first; seq 1 200000; echo last; exit 3';
    const run = await on.carryOut(plays({ checks: [{ command, proves: 'x', mustPass: true }] }));
    const [check] = run.checks ?? [];
    expect(check?.tail.split('\n')).toHaveLength(20);
    expect(check?.tail).toMatch(/200000\nlast$/);
    const body = run.artifacts.find(({ id }) => id === check?.artifactId)?.body ?? '';
    expect(body.length).toBeLessThan(25_000);
    expect(body).toContain('first\n1\n2\n');
    expect(body).toContain('200000\nlast\n');
  });
});
