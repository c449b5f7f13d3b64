import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { deliveryTexts } from '../../src/protocol/texts/delivery.js';
import { retryTexts } from '../../src/protocol/texts/runs.js';
import { worktreeTexts } from '../../src/protocol/texts/worktrees.js';
import { Clock } from '../../src/platform/clock.js';
import { WorktreeRetention } from '../../src/runs/changes/worktrees/worktree-retention.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedVendor } from '../support/scripted-vendor/scripted-vendor.js';
import type { RunningOffice } from '../support/start-office.js';
import {
  callsTools,
  carryOut,
  type Commission,
  finished,
  offerPipeline,
  submit,
  toolResultsIn,
} from './support/commission.js';

const dayMs = 24 * 60 * 60 * 1000;

describe('a run with a worktree of its own', () => {
  let vendor: ScriptedVendor;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  let root: string;
  let asked = 0;

  const put = (name: string, text: string) => writeFile(`${root}/${name}`, text);
  const text = (name: string) => readFile(`${root}/${name}`, 'utf8');
  const gitIn = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.com', ...args], {
      cwd,
      encoding: 'utf8',
    });
  const git = (...args: string[]): string => gitIn(root, ...args).trim();

  beforeAll(async () => {
    vendor = await ScriptedVendor.start();
    office = await startLiveOffice(vendor, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './repository',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_WORKTREES_MB: '3',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    root = `${office.directory}/repository`;
  });
  beforeEach(async () => {
    pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    await rm(root, { recursive: true, force: true });
    await mkdir(root, { recursive: true });
    await put('a.txt', 'one\ntwo\nthree\nfour\nfive\n');
    await put('b.txt', 'bee\n');
    await put('.gitignore', 'ignored*\nnode_modules/\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
    await setFloor({ isolation: 'place', worktreeSetup: null });
  });
  afterAll(async () => {
    await office.close();
    await vendor.close();
  });

  async function setFloor(settings: object): Promise<void> {
    const { status } = await office.client.put('/api/workspaces/default', settings);
    expect(status).toBe(200);
  }

  /** A run whose employee runs these commands. */
  async function run(
    commands: readonly string[],
    commission: Commission = {},
    where: Pick<Commission, 'isolation'> = { isolation: 'worktree' },
  ): Promise<RunDetail> {
    const calls = commands.map((command) => ['run_shell', { command }] as const);
    vendor.respondWith(callsTools(...calls));
    return carryOut(office, socket, { pipelineId, ...where, ...commission });
  }

  const shown = async (id: string): Promise<RunDetail> =>
    (await office.client.get<RunDetail>(`/api/runs/${id}`)).body;
  const told = (part: string) => socket.waitFor('log', ({ message }) => message.includes(part));

  /** The answer to a command: its result, or the text of its refusal. */
  async function ask(command: object): Promise<unknown> {
    const requestId = `ask-${(asked += 1)}`;
    socket.sendRaw(JSON.stringify({ ...command, requestId }));
    const answer = await socket.waitForAny(
      (event) => 'requestId' in event && event.requestId === requestId,
    );
    return answer.type === 'command.done'
      ? answer.result
      : answer.type === 'error' && answer.message;
  }
  const merge = (runId: string) => ask({ type: 'deliverRun', runId, into: 'workspace' });
  const discard = (runId: string) => ask({ type: 'discardRun', runId });
  const kinds = async (id: string) => (await shown(id)).changes?.map(({ kind }) => kind);
  const worktreesOf = (): readonly string[] =>
    git('worktree', 'list', '--porcelain')
      .split('\n')
      .filter((line) => line.startsWith('worktree '));

  it('begins as the workspace stands, and changes nothing there', async () => {
    await put('a.txt', 'one, staged\n');
    git('add', 'a.txt');
    await put('a.txt', 'one, not staged\n');
    await rm(`${root}/b.txt`);
    await mkdir(`${root}/sub dir`);
    await put('sub dir/new\nline ü.txt', 'new\n');
    await put('run.sh', '#!/bin/sh\n');
    await chmod(`${root}/run.sh`, 0o755);
    await symlink('a.txt', `${root}/link`);
    await put('ignored.txt', 'not copied\n');
    await put('ignored.env', 'copied\n');
    await put('.worktreeinclude', 'ignored.env\n');
    const before = git('status', '--porcelain', '-z');
    const { worktree, workspacePath, status, worktreeKept, id } = await run(['echo x > made.txt']);
    expect([status, worktree, worktreeKept]).toEqual(['done', id, true]);
    expect(workspacePath).toBe(`${office.directory}/data/worktrees/${id}`);
    await rm(`${workspacePath}/made.txt`);
    expect(gitIn(workspacePath, 'status', '--porcelain', '-z').trim()).toBe(before);
    expect(await readFile(`${workspacePath}/sub dir/new\nline ü.txt`, 'utf8')).toBe('new\n');
    expect((await lstat(`${workspacePath}/run.sh`)).mode & 0o777).toBe(0o755);
    expect(await readlink(`${workspacePath}/link`)).toBe('a.txt');
    expect(await readFile(`${workspacePath}/ignored.env`, 'utf8')).toBe('copied\n');
    expect(existsSync(`${workspacePath}/ignored.txt`)).toBe(false);
    expect(git('status', '--porcelain', '-z')).toBe(before);
    expect(git('branch', '--list')).toBe('* main');
  });

  it('does not see what another run of its floor is in the middle of', async () => {
    await setFloor({ isolation: 'worktree' });
    const [wrote, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vendor.respondWith(async (request) => {
      const isFirst = JSON.stringify(request.body).includes('the first brief');
      const results = toolResultsIn(request);
      if (isFirst && results.length === 1) {
        wrote.resolve();
        await looked.promise;
      }
      if (!isFirst && results.length === 0) await wrote.promise;
      if (!isFirst && results.length === 1) {
        expect(results[0]).not.toContain('half.txt');
        looked.resolve();
      }
      const command = isFirst ? 'echo half > half.txt' : 'ls';
      return callsTools(['run_shell', { command }])(request);
    });
    const first = await submit(office, { pipelineId, brief: 'the first brief' });
    const second = await submit(office, { pipelineId, brief: 'the other one' });
    const ended = await Promise.all([first, second].map(({ id }) => finished(office, socket, id)));
    expect(ended.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(ended[0]?.turns[0]?.wroteFiles).toEqual(['half.txt']);
    expect(existsSync(`${root}/half.txt`)).toBe(false);
  });

  it('is delivered into the workspace, with what people did meanwhile', async () => {
    await put('mine.txt', 'mine\n');
    const commands = ['sed -i s/five/5/ a.txt; mkdir -p new/dir; echo n > new/dir/n.txt; rm b.txt'];
    const { id, workspacePath } = await run([...commands, 'ln -s a.txt l; chmod +x a.txt']);
    expect(await text('a.txt')).toContain('five');
    await put('a.txt', 'ONE\ntwo\nthree\nfour\nfive\n');
    await put('mine.txt', 'mine, later\n');
    expect(await merge(id)).toEqual({ message: worktreeTexts.merged(id, 4, root) });
    expect(await text('a.txt')).toBe('ONE\ntwo\nthree\nfour\n5\n');
    expect((await lstat(`${root}/a.txt`)).mode & 0o777).toBe(0o755);
    expect(await text('new/dir/n.txt')).toBe('n\n');
    expect(await readlink(`${root}/l`)).toBe('a.txt');
    expect(existsSync(`${root}/b.txt`)).toBe(false);
    expect(await text('mine.txt')).toBe('mine, later\n');
    const { worktreeKept, changes } = await shown(id);
    expect(worktreeKept).toBe(false);
    expect(changes).toMatchObject([{ kind: 'workspace', by: 'person' }]);
    expect(existsSync(`${workspacePath}/.git`)).toBe(false);
    expect(worktreesOf()).toEqual([`worktree ${root}`]);
    // The change can still be read.
    const patch = await office.client.get(`/runs/${id}/changes`);
    expect(patch.body).toMatchObject({
      files: expect.arrayContaining([expect.objectContaining({ path: 'b.txt' })]),
    });
    for (const again of [
      { type: 'deliverRun', into: 'workspace' },
      { type: 'revertRun' },
      { type: 'discardRun' },
    ] as const) {
      expect(await ask({ ...again, runId: id })).toBe(worktreeTexts.gone(id));
    }
  });

  it('is refused by the names of files that people changed in the same places, and changes nothing', async () => {
    const { id } = await run(['sed -i s/two/2/ a.txt; rm b.txt; echo c > c.txt; echo d > d.txt']);
    await put('a.txt', 'one\nTWO\nthree\nfour\nfive\n');
    await put('b.txt', 'bee, changed\n');
    await put('c.txt', 'other\n');
    expect(await merge(id)).toContain(worktreeTexts.conflicts(id, ['b.txt', 'c.txt']));
    await put('b.txt', 'bee\n');
    await rm(`${root}/c.txt`);
    expect(await merge(id)).toContain(worktreeTexts.conflicts(id, ['a.txt']));
    expect(await text('a.txt')).toBe('one\nTWO\nthree\nfour\nfive\n');
    expect([existsSync(`${root}/c.txt`), existsSync(`${root}/d.txt`)]).toEqual([false, false]);
    expect(await kinds(id)).toBeUndefined();
    await put('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\n');
    expect(await merge(id)).toEqual({ message: worktreeTexts.merged(id, 4, root) });
    expect(await text('a.txt')).toBe('one\n2\nthree\nfour\nfive\nsix\n');
  });

  it('becomes a branch or a patch, and stays until it is discarded', async () => {
    const { id, workspacePath } = await run(['echo c > c.txt']);
    expect(await ask({ type: 'deliverRun', runId: id, branch: 'office/c' })).toMatchObject({
      message: expect.stringContaining('branch office/c'),
    });
    expect(git('show', 'office/c:c.txt')).toBe('c');
    expect(await ask({ type: 'deliverRun', runId: id, patch: true })).toEqual({
      message: worktreeTexts.patched(id),
      patch: `/runs/${id}/changes.patch`,
    });
    expect(git('status', '--porcelain')).toBe('');
    expect(await readFile(`${workspacePath}/c.txt`, 'utf8')).toBe('c\n');
    expect(await discard(id)).toEqual({ message: worktreeTexts.discarded(id) });
    expect(await kinds(id)).toEqual(['branch', 'patch', 'discarded']);
    expect(existsSync(`${workspacePath}/c.txt`)).toBe(false);
    expect(existsSync(`${root}/c.txt`)).toBe(false);
    expect(worktreesOf()).toEqual([`worktree ${root}`]);
  });

  it('asks for exactly one way, and for a worktree', async () => {
    const inPlace = await run(['echo p > p.txt'], { isolation: 'place' });
    expect(inPlace.worktree).toBeUndefined();
    expect(await text('p.txt')).toBe('p\n');
    for (const way of [{}, { branch: 'b', into: 'workspace' }] as const) {
      expect(await ask({ type: 'deliverRun', runId: inPlace.id, ...way })).toBe(
        worktreeTexts.noWay,
      );
    }
    expect(await merge(inPlace.id)).toContain(worktreeTexts.none(inPlace.id));
    expect(await discard(inPlace.id)).toContain(worktreeTexts.none(inPlace.id));
    const nothing = await run(['ls']);
    expect(await ask({ type: 'deliverRun', runId: nothing.id, patch: true })).toBe(
      deliveryTexts.nothingToDeliver(nothing.id),
    );
  });

  it('is gone on from in the same worktree, which is delivered as a whole', async () => {
    const first = await run(['echo 1 > first.txt']);
    const second = await run(['cat first.txt; echo 2 > second.txt'], { continues: first.id });
    expect(second).toMatchObject({
      worktree: first.id,
      worktreeAfter: first.id,
      workspacePath: first.workspacePath,
    });
    const { body } = await office.client.get<{ files: { path: string }[] }>(
      `/runs/${second.id}/changes`,
    );
    expect(body.files.map(({ path }) => path)).toEqual(['first.txt', 'second.txt']);
    expect(await merge(first.id)).toEqual({ message: worktreeTexts.merged(first.id, 2, root) });
    expect([await text('first.txt'), await text('second.txt')]).toEqual(['1\n', '2\n']);
    expect([await kinds(first.id), await kinds(second.id)]).toEqual([['workspace'], ['workspace']]);
    // What was delivered is in the workspace, where the next one begins.
    const third = await run(['cat first.txt'], { continues: second.id });
    expect(third.worktree).toBe(third.id);
  });

  it('keeps others out of its worktree while it is at work', async () => {
    const first = await run(['echo 1 > first.txt']);
    const held = Promise.withResolvers<void>();
    vendor.respondWith(async () => {
      await held.promise;
      return { text: ['Done.'] };
    });
    const second = await submit(office, { pipelineId, continues: first.id });
    const busy = `run "${second.id}" is at work in the same worktree`;
    const { status, body } = await office.client.post('/api/submit', {
      brief: 'And this',
      continues: first.id,
    });
    expect([status, body]).toEqual([400, { error: worktreeTexts.occupied(second.id) }]);
    expect(await discard(first.id)).toContain(busy);
    expect(await merge(first.id)).toContain(busy);
    expect(await discard(second.id)).toContain(deliveryTexts.stillAtWork(second.id));
    held.resolve();
    await finished(office, socket, second.id);
  });

  it('is tried again in its worktree, and from the beginning once that is gone', async () => {
    pipelineId = offerPipeline(
      office,
      { kind: 'build', roleIds: ['backend-dev-1'] },
      { kind: 'report' },
    );
    const first = await run(['echo 1 > first.txt']);
    const [build, report] = first.stages.map(({ id }) => id);
    const retry = async (runId: string, stage: string | undefined): Promise<RunDetail> => {
      const again = (await ask({ type: 'retryRun', runId, stage })) as { readonly id: string };
      return finished(office, socket, again.id);
    };
    const second = await retry(first.id, report);
    expect(second).toMatchObject({ status: 'done', worktree: first.id, worktreeAfter: first.id });
    expect(await discard(second.id)).toEqual({ message: worktreeTexts.discarded(second.id) });
    expect(await ask({ type: 'retryRun', runId: first.id, stage: report })).toBe(
      retryTexts.refused(first.id, worktreeTexts.notRetried),
    );
    const third = await retry(first.id, build);
    expect(third).toMatchObject({ status: 'done', worktree: third.id });
  });

  it('is set up once by a command of the floor, whose failure ends the run', async () => {
    await setFloor({ worktreeSetup: 'echo set >> ignored.log' });
    const first = await run(['cat ignored.log']);
    expect(first.setup).toMatchObject({ command: 'echo set >> ignored.log', exitCode: 0 });
    expect(first.evidence[0]).toMatchObject({ by: 'office', command: 'echo set >> ignored.log' });
    await run(['ls'], { continues: first.id });
    expect(await readFile(`${first.workspacePath}/ignored.log`, 'utf8')).toBe('set\n');
    expect(existsSync(`${root}/ignored.log`)).toBe(false);
    await setFloor({ worktreeSetup: 'echo no modules; exit 3' });
    const failed = await run(['ls']);
    expect(failed.status).toBe('failed');
    expect(failed.error).toBe(
      worktreeTexts.setupFailed('echo no modules; exit 3', 3, 'no modules'),
    );
    expect(failed.turns).toEqual([]);
    const long = await office.client.put('/api/workspaces/default', {
      worktreeSetup: 'x'.repeat(2001),
    });
    expect(long.status).toBe(400);
  });

  it('leaves commits to the office', async () => {
    const args = { command: 'commit', args: ['-am', 'mine'] };
    let answer = '';
    vendor.respondWith((request) => {
      answer = toolResultsIn(request)[0] ?? answer;
      return callsTools(['git', args])(request);
    });
    await carryOut(office, socket, { pipelineId, isolation: 'worktree' });
    expect(answer).toContain(worktreeTexts.gitWrites('git commit -am mine'));
    expect(git('log', '--oneline', '--all').split('\n')).toHaveLength(1);
  });

  it('needs git: a submission is refused, a floor says that its runs work in place', async () => {
    await rm(`${root}/.git`, { recursive: true });
    const { noRepository } = worktreeTexts.reasons;
    const order = { brief: 'Do it', pipelineId, isolation: 'worktree' };
    const { status, body } = await office.client.post('/api/submit', order);
    expect([status, body]).toEqual([400, { error: worktreeTexts.refused(noRepository) }]);
    await setFloor({ isolation: 'worktree' });
    const placed = await run(['echo p > p.txt'], {}, {});
    expect(placed.isolationNote).toBe(worktreeTexts.inPlace(noRepository));
    expect(placed.worktree).toBeUndefined();
    await told(placed.isolationNote ?? '');
    expect(await text('p.txt')).toBe('p\n');
  });

  it('is kept for days after its end, within a bound of disk, and then goes', async () => {
    const retention = office.app.get(WorktreeRetention);
    const clock = office.app.get(Clock);
    const real = clock.now.bind(clock);
    const older = await run(['head -c 2000000 /dev/zero > ignored.big']);
    await retention.prune();
    expect((await shown(older.id)).worktreeKept).toBe(true);
    const newer = await run(['head -c 2000000 /dev/zero > ignored.big']);
    await retention.prune();
    expect(await kinds(older.id)).toEqual(['expired']);
    expect((await shown(newer.id)).worktreeKept).toBe(true);
    try {
      clock.now = () => real() + 30 * dayMs - 60_000;
      await retention.prune();
      expect((await shown(newer.id)).worktreeKept).toBe(true);
      clock.now = () => real() + 30 * dayMs;
      // Every replica looks, and one of them does it.
      await Promise.all([retention.prune(), retention.prune()]);
      expect(await kinds(newer.id)).toEqual(['expired']);
      expect(existsSync(`${newer.workspacePath}/.git`)).toBe(false);
    } finally {
      clock.now = real;
    }
  });
});
