import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { deliveryTexts } from '../../src/protocol/texts/delivery.js';
import { DeliveryGate } from '../../src/runs/changes/delivery-gate.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import {
  callsTool,
  callsTools,
  carryOut,
  finished,
  offerPipeline,
  promptOf,
  submit,
  toolResultsIn,
} from './support/commission.js';

const gate = () => Promise.withResolvers<undefined>();

describe('a run that is over', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  /** The root of the user's repository; the workspace is a directory of it. */
  let root: string;
  const workspace = (): string => `${root}/packages/app`;

  const put = (name: string, text: string) => writeFile(`${workspace()}/${name}`, text);
  const text = (name: string) => readFile(`${workspace()}/${name}`, 'utf8');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.com', ...args], {
      cwd: workspace(),
      encoding: 'utf8',
    }).trim();

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './repository/packages/app',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    root = `${office.directory}/repository`;
  });
  beforeEach(async () => {
    pipelineId = offerPipeline(
      office,
      { kind: 'build', roleIds: ['backend-dev-1'] },
      { kind: 'build', roleIds: ['frontend-dev-1'] },
    );
    await rm(root, { recursive: true, force: true });
    await mkdir(workspace(), { recursive: true });
    await put('a.txt', 'one\n');
    await put('b.txt', 'bee\n');
    git('init', '-q', '-b', 'main', root);
    git('add', '.');
    git('commit', '-qm', 'first');
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  /** Two turns: the first changes a.txt and makes c.txt, the second changes a.txt and b.txt. */
  async function run(lastWord = 'Done.'): Promise<RunDetail> {
    const first = callsTools(['run_shell', { command: 'echo two >> a.txt; echo cee > c.txt' }]);
    const write = { command: 'echo three >> a.txt; rm b.txt' };
    const second = callsTool('run_shell', write, lastWord);
    const isSecond = (body: object | null) => JSON.stringify(body).includes('Stage: **Stage 2**');
    provider.respondWith((request) => (isSecond(request.body) ? second : first)(request));
    return carryOut(office, socket, { pipelineId });
  }

  /** Two turns at once on one file: the second writes between two writes of the first, and ends later. */
  async function runPair(): Promise<RunDetail> {
    const [wrote, between, ended] = [gate(), gate(), gate()];
    const add = (line: string) => ['run_shell', { command: `echo ${line} >> a.txt` }] as const;
    const backend = callsTools(add('x1'), add('x2'));
    const frontend = callsTools(add('y1'), ['read_file', { path: 'a.txt' }]);
    provider.respondWith(async (request) => {
      const results = toolResultsIn(request).length;
      if (promptOf(request).includes('Your role id is `frontend-dev-1`')) {
        if (results === 0) await wrote.promise;
        if (results === 1) between.resolve(undefined);
        if (results === 2) await ended.promise;
        return frontend(request);
      }
      if (results === 1) {
        wrote.resolve(undefined);
        await between.promise;
      }
      return backend(request);
    });
    const roleIds = ['backend-dev-1', 'frontend-dev-1'];
    const pair = offerPipeline(office, { kind: 'build', mode: 'parallel', roleIds });
    const { id } = await submit(office, { pipelineId: pair });
    await socket.waitFor(
      'turn.finished',
      ({ turn }) => turn.runId === id && turn.roleId === 'backend-dev-1',
    );
    ended.resolve(undefined);
    return finished(office, socket, id);
  }

  const told = (part: string) => socket.waitFor('log', ({ message }) => message.includes(part));
  const refused = (part: string) =>
    socket.waitFor('error', ({ message }) => message.includes(part));

  it('is taken back as a whole, or from a turn on', async () => {
    await put('mine.txt', 'a person\n');
    const { id, turns } = await run();
    expect(turns.map(({ wroteFiles }) => wroteFiles)).toEqual([
      ['a.txt', 'c.txt'],
      ['a.txt', 'b.txt'],
    ]);
    socket.send({ type: 'revertRun', runId: id, turnId: turns[1]?.id ?? '' });
    await told(`run ${id} was reverted: 2 file(s) are as they were.`);
    expect(await text('a.txt')).toBe('one\ntwo\n');
    expect(await text('b.txt')).toBe('bee\n');
    expect(await text('c.txt')).toBe('cee\n');
    expect(git('status', '--porcelain')).toBe(
      'M packages/app/a.txt\n?? packages/app/c.txt\n?? packages/app/mine.txt',
    );

    const again = await run();
    await put('mine.txt', 'a person, later\n');
    // Asked three times at once, one acts and the others say so.
    for (let n = 0; n < 3; n += 1) socket.send({ type: 'revertRun', runId: again.id });
    await told(`run ${again.id} was reverted`);
    const already = deliveryTexts.revertedAlready(again.id);
    const refusals = () => socket.ofType('error').filter(({ message }) => message === already);
    await until(() => refusals().length === 2);
    expect(await text('a.txt')).toBe('one\ntwo\n');
    expect(await text('mine.txt')).toBe('a person, later\n');
  });

  it('is not taken back over changes of others, which are named', async () => {
    const { id } = await run();
    await put('c.txt', 'cee, and a person\n');
    socket.send({ type: 'revertRun', runId: id });
    await refused('changes that others made since would be lost in c.txt.');
    expect(await text('a.txt')).toBe('one\ntwo\nthree\n');
    socket.send({ type: 'revertRun', runId: id, turnId: 'turn_none' });
    await refused(`Run "${id}" has no turn "turn_none".`);
    socket.send({ type: 'revertRun', runId: 'run_none' });
    await refused('No run "run_none".');
  });

  it('keeps files that were there before and only came into view', async () => {
    await put('.gitignore', '.env\n');
    await put('.env', 'KEY=of-a-person\n');
    git('add', '.');
    git('commit', '-qm', 'second');
    provider.respondWith(
      callsTools(['run_shell', { command: 'echo new > .gitignore; mv a.txt moved.txt' }]),
    );
    const first = await carryOut(office, socket, { pipelineId });
    expect(first.turns[0]?.wroteFiles).toEqual(['.gitignore', 'a.txt', 'moved.txt']);
    expect(JSON.stringify(first)).not.toContain('KEY=of-a-person');
    socket.send({ type: 'revertRun', runId: first.id });
    await told(`run ${first.id} was reverted: 3 file(s) are as they were.`);
    expect(await text('.env')).toBe('KEY=of-a-person\n');
    expect(await text('a.txt')).toBe('one\n');

    await put('.gitignore', 'log.txt\n');
    await put('log.txt', 'old\n');
    provider.respondWith(
      callsTools(['run_shell', { command: 'echo new > .gitignore; echo more >> log.txt' }]),
    );
    const { id } = await carryOut(office, socket, { pipelineId });
    socket.send({ type: 'revertRun', runId: id });
    await refused('changes that others made since would be lost in log.txt.');
    expect(await text('log.txt')).toMatch(/^old\nmore\n/);
  });

  it('is taken back and delivered where two employees changed the same file at once', async () => {
    const { id, turns } = await runPair();
    expect(turns.map(({ wroteFiles }) => wroteFiles)).toEqual([['a.txt'], ['a.txt']]);
    socket.send({ type: 'deliverRun', runId: id, branch: 'office/pair' });
    await told(`run ${id} was delivered: branch office/pair, 2 commit(s)`);
    expect(git('show', 'office/pair:packages/app/a.txt')).toBe('one\nx1\ny1\nx2');
    // The one who wrote last ended first, and made the last commit.
    expect(git('log', '-1', '--format=%ae', 'office/pair')).toBe('backend-dev-1@office.invalid');
    socket.send({ type: 'revertRun', runId: id });
    await told(`run ${id} was reverted: 1 file(s) are as they were.`);
    expect(await text('a.txt')).toBe('one\n');
  });

  it('is taken back and delivered with what a run that it retries had left unfinished', async () => {
    const failed = await run('');
    expect(failed.status).toBe('failed');
    provider.respondWith(callsTools(['run_shell', { command: 'echo again >> a.txt' }]));
    socket.send({ type: 'retryRun', runId: failed.id });
    const created = await socket.waitFor('run.created', ({ run }) => run.retryOf === failed.id);
    const { id, status } = await finished(office, socket, created.run.id);
    expect(status).toBe('done');
    expect(await text('a.txt')).toBe('one\ntwo\nthree\nagain\n');
    socket.send({ type: 'deliverRun', runId: id, branch: 'office/again' });
    await told(`run ${id} was delivered: branch office/again, 3 commit(s)`);
    expect(git('show', 'office/again:packages/app/a.txt')).toBe('one\ntwo\nthree\nagain');
    expect(git('show', 'office/again:packages/app/c.txt')).toBe('cee');
    socket.send({ type: 'revertRun', runId: id });
    await told(`run ${id} was reverted: 3 file(s) are as they were.`);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('is not taken back while another run works in the same files', async () => {
    const { id } = await run();
    const held = gate();
    provider.respondWith(async () => {
      await held.promise;
      return { text: ['Later.'] };
    });
    const other = await submit(office, { pipelineId });
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === other.id);
    socket.send({ type: 'revertRun', runId: id });
    await refused(`Run "${id}" is not reverted: run "${other.id}" is at work in the same files`);
    expect(await text('c.txt')).toBe('cee\n');
    socket.send({ type: 'cancel', runId: other.id });
    await finished(office, socket, other.id);
    held.resolve(undefined);
  });

  it('names the run where git cannot do what it is asked', async () => {
    const { id } = await run();
    await writeFile(`${root}/.git/config`, '[broken\n');
    socket.send({ type: 'deliverRun', runId: id, branch: 'office/gone' });
    await refused(`Run "${id}" is not delivered: `);
  });

  it('becomes a branch with one commit a turn, while hooks, index and files stay alone', async () => {
    await mkdir(`${root}/.git/hooks`, { recursive: true });
    for (const hook of ['reference-transaction', 'post-commit', 'pre-commit']) {
      await writeFile(`${root}/.git/hooks/${hook}`, `#!/bin/sh\ntouch ${root}/hooked\n`);
      await chmod(`${root}/.git/hooks/${hook}`, 0o755);
    }
    const { id } = await run();
    socket.send({ type: 'deliverRun', runId: id, branch: 'office/login' });
    await told(`run ${id} was delivered: branch office/login, 2 commit(s)`);
    await rm(`${root}/hooked`, { force: true });
    expect(git('log', '--format=%an', 'office/login').split('\n')).toHaveLength(3);
    expect(git('log', '-1', '--format=%ae', 'office/login')).toBe('frontend-dev-1@office.invalid');
    expect(git('show', 'office/login:packages/app/a.txt')).toBe('one\ntwo\nthree');
    expect(git('ls-tree', '-r', '--name-only', '--full-tree', 'office/login')).toBe(
      'packages/app/a.txt\npackages/app/c.txt',
    );
    expect(git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
    expect(git('status', '--porcelain')).toBe(
      'M packages/app/a.txt\n D packages/app/b.txt\n?? packages/app/c.txt',
    );
    git('fsck', '--strict');
    socket.send({ type: 'deliverRun', runId: id, branch: 'main' });
    await refused('the branch "main" exists already.');
    socket.send({ type: 'deliverRun', runId: id, branch: '--force' });
    await refused('"--force" is no name of a branch.');
  });

  it('is not delivered where its files were not as committed', async () => {
    await put('a.txt', 'one, by a person\n');
    const { id } = await run();
    socket.send({ type: 'deliverRun', runId: id, branch: 'office/dirty' });
    await refused('these files were not as committed when the run began to change them');
    expect(git('branch', '--list', 'office/*')).toBe('');
  });

  it('is delivered from a worktree, after a person was asked where the policy says so', async () => {
    await office.client.put('/api/settings', { autoApproveShell: false });
    const main = `${office.directory}/main-${Date.now()}`;
    execFileSync('mv', [root, main]);
    execFileSync('git', ['-C', main, 'worktree', 'add', '-q', root, '-b', 'work']);
    const asking = await office.client.connect();
    const write = callsTools(['write_file', { path: 'd.txt', content: 'dee\n' }]);
    provider.respondWith(write);
    const { id } = await carryOut(office, socket, { pipelineId });
    socket.send({ type: 'deliverRun', runId: id, branch: 'office/asked' });
    const { approval } = await asking.waitFor('approval.requested');
    // As a client does that has connected again.
    await office.app
      .get(DeliveryGate, { strict: false })
      .deliver(id, { branch: 'office/asked', message: null });
    asking.send({ type: 'approve', approvalId: approval.id, approved: true });
    await told(`run ${id} was delivered: branch office/asked, 1 commit(s)`);
    await office.app
      .get(DeliveryGate, { strict: false })
      .deliver(id, { branch: 'office/asked', message: null });
    await asking.settle();
    expect(asking.ofType('approval.requested')).toHaveLength(1);
    expect(
      execFileSync('git', ['-C', main, 'show', 'office/asked:packages/app/d.txt']).toString(),
    ).toBe('dee\n');
    await office.client.put('/api/settings', { autoApproveShell: true });
  });
});
