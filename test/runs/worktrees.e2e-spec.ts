import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { deliveryTexts } from '../../src/protocol/texts/delivery.js';
import { worktreeTexts } from '../../src/protocol/texts/worktrees.js';
import { callsTools, carryOut, finished, submit, toolResultsIn } from './support/commission.js';
import { WorktreeOffice } from './support/worktree-office.js';

describe('a run with a worktree of its own', () => {
  const at = new WorktreeOffice();

  it('begins as the workspace stands, and changes nothing there', async () => {
    await at.put('a.txt', 'one, staged\n');
    at.git('add', 'a.txt');
    await at.put('a.txt', 'one, not staged\n');
    await rm(`${at.root}/b.txt`);
    await mkdir(`${at.root}/sub dir`);
    await at.put('sub dir/new\nline ü.txt', 'new\n');
    await at.put('run.sh', '#!/bin/sh\n');
    await chmod(`${at.root}/run.sh`, 0o755);
    await symlink('a.txt', `${at.root}/link`);
    await at.put('ignored.txt', 'not copied\n');
    await at.put('ignored.env', 'copied\n');
    await at.put('.worktreeinclude', 'ignored.env\n');
    const before = at.git('status', '--porcelain', '-z');
    const { worktree, workspacePath, status, worktreeKept, id } = await at.run([
      'echo x > made.txt',
    ]);
    expect([status, worktree, worktreeKept]).toEqual(['done', id, true]);
    expect(workspacePath).toBe(`${at.office.directory}/data/worktrees/${id}`);
    await rm(`${workspacePath}/made.txt`);
    expect(at.gitIn(workspacePath, 'status', '--porcelain', '-z').trim()).toBe(before);
    expect(await readFile(`${workspacePath}/sub dir/new\nline ü.txt`, 'utf8')).toBe('new\n');
    expect((await lstat(`${workspacePath}/run.sh`)).mode & 0o777).toBe(0o755);
    expect(await readlink(`${workspacePath}/link`)).toBe('a.txt');
    expect(await readFile(`${workspacePath}/ignored.env`, 'utf8')).toBe('copied\n');
    expect(existsSync(`${workspacePath}/ignored.txt`)).toBe(false);
    expect(at.git('status', '--porcelain', '-z')).toBe(before);
    expect(at.git('branch', '--list')).toBe('* main');
  });

  it('does not see the unfinished work of another run of its floor', async () => {
    await at.setFloor({ isolation: 'worktree' });
    const [wrote, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    at.provider.respondWith(async (request) => {
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
    const first = await submit(at.office, { pipelineId: at.pipelineId, brief: 'the first brief' });
    const second = await submit(at.office, { pipelineId: at.pipelineId, brief: 'the other one' });
    const ended = await Promise.all(
      [first, second].map(({ id }) => finished(at.office, at.socket, id)),
    );
    expect(ended.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(ended[0]?.turns[0]?.wroteFiles).toEqual(['half.txt']);
    expect(existsSync(`${at.root}/half.txt`)).toBe(false);
  });

  it('has none where the floor asks for worktrees and its employees only read', async () => {
    await at.setFloor({ isolation: 'worktree' });
    at.provider.respondWith(() => ({ text: ['It is done.'] }));
    const read = await carryOut(at.office, at.socket, { pipelineId: 'quick-answer' });
    expect([read.status, read.worktree, read.isolationNote]).toEqual([
      'done',
      undefined,
      undefined,
    ]);
  });

  it('is delivered into the workspace, with what people did meanwhile', async () => {
    await at.put('mine.txt', 'mine\n');
    const commands = ['sed -i s/five/5/ a.txt; mkdir -p new/dir; echo n > new/dir/n.txt; rm b.txt'];
    const { id, workspacePath } = await at.run([...commands, 'ln -s a.txt l; chmod +x a.txt']);
    expect(await at.text('a.txt')).toContain('five');
    await at.put('a.txt', 'ONE\ntwo\nthree\nfour\nfive\n');
    await at.put('mine.txt', 'mine, later\n');
    expect(await at.merge(id)).toEqual({ message: worktreeTexts.merged(id, 4, at.root) });
    expect(await at.text('a.txt')).toBe('ONE\ntwo\nthree\nfour\n5\n');
    expect((await lstat(`${at.root}/a.txt`)).mode & 0o777).toBe(0o755);
    expect(await at.text('new/dir/n.txt')).toBe('n\n');
    expect(await readlink(`${at.root}/l`)).toBe('a.txt');
    expect(existsSync(`${at.root}/b.txt`)).toBe(false);
    expect(await at.text('mine.txt')).toBe('mine, later\n');
    const { worktreeKept, changes } = await at.shown(id);
    expect(worktreeKept).toBe(false);
    expect(changes).toMatchObject([{ kind: 'workspace', by: 'person' }]);
    expect(existsSync(`${workspacePath}/.git`)).toBe(false);
    expect(at.worktrees).toEqual([at.root]);
    // The change can still be read.
    const patch = await at.office.client.get(`/runs/${id}/changes`);
    expect(patch.body).toMatchObject({
      files: expect.arrayContaining([expect.objectContaining({ path: 'b.txt' })]),
    });
    for (const again of [
      { type: 'deliverRun', into: 'workspace' },
      { type: 'revertRun' },
      { type: 'discardRun' },
    ] as const) {
      expect(await at.ask({ ...again, runId: id })).toBe(worktreeTexts.gone(id));
    }
  });

  it('is refused, naming the files, when people changed the same places, and changes nothing', async () => {
    const { id } = await at.run([
      'sed -i s/two/2/ a.txt; rm b.txt; echo c > c.txt; echo d > d.txt',
    ]);
    await at.put('a.txt', 'one\nTWO\nthree\nfour\nfive\n');
    await at.put('b.txt', 'bee, changed\n');
    await at.put('c.txt', 'other\n');
    expect(await at.merge(id)).toContain(worktreeTexts.conflicts(id, ['b.txt', 'c.txt']));
    await at.put('b.txt', 'bee\n');
    await rm(`${at.root}/c.txt`);
    expect(await at.merge(id)).toContain(worktreeTexts.conflicts(id, ['a.txt']));
    expect(await at.text('a.txt')).toBe('one\nTWO\nthree\nfour\nfive\n');
    expect([existsSync(`${at.root}/c.txt`), existsSync(`${at.root}/d.txt`)]).toEqual([
      false,
      false,
    ]);
    expect(await at.kinds(id)).toBeUndefined();
    await at.put('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\n');
    expect(await at.merge(id)).toEqual({ message: worktreeTexts.merged(id, 4, at.root) });
    expect(await at.text('a.txt')).toBe('one\n2\nthree\nfour\nfive\nsix\n');
  });

  it('becomes a branch or a patch, and stays until it is discarded', async () => {
    const { id, workspacePath } = await at.run(['echo c > c.txt']);
    expect(await at.ask({ type: 'deliverRun', runId: id, branch: 'office/c' })).toMatchObject({
      message: expect.stringContaining('branch office/c'),
    });
    expect(at.git('show', 'office/c:c.txt')).toBe('c');
    expect(await at.ask({ type: 'deliverRun', runId: id, patch: true })).toEqual({
      message: worktreeTexts.patched(id),
      patch: `/runs/${id}/changes.patch`,
    });
    expect(at.git('status', '--porcelain')).toBe('');
    expect(await readFile(`${workspacePath}/c.txt`, 'utf8')).toBe('c\n');
    expect(await at.discard(id)).toEqual({ message: worktreeTexts.discarded(id) });
    expect(await at.kinds(id)).toEqual(['branch', 'patch', 'discarded']);
    expect(existsSync(`${workspacePath}/c.txt`)).toBe(false);
    expect(existsSync(`${at.root}/c.txt`)).toBe(false);
    expect(at.worktrees).toEqual([at.root]);
  });

  it('asks for exactly one way, and for a worktree', async () => {
    const inPlace = await at.run(['echo p > p.txt'], { isolation: 'place' });
    expect(inPlace.worktree).toBeUndefined();
    expect(await at.text('p.txt')).toBe('p\n');
    for (const way of [{}, { branch: 'b', into: 'workspace' }] as const) {
      expect(await at.ask({ type: 'deliverRun', runId: inPlace.id, ...way })).toBe(
        worktreeTexts.noWay,
      );
    }
    expect(await at.merge(inPlace.id)).toContain(worktreeTexts.none(inPlace.id));
    expect(await at.discard(inPlace.id)).toContain(worktreeTexts.none(inPlace.id));
    const nothing = await at.run(['ls']);
    expect(await at.ask({ type: 'deliverRun', runId: nothing.id, patch: true })).toBe(
      deliveryTexts.nothingToDeliver(nothing.id),
    );
  });

  it('is continued in the same worktree, which is delivered as a whole', async () => {
    const first = await at.run(['echo 1 > first.txt']);
    const second = await at.run(['cat first.txt; echo 2 > second.txt'], { continues: first.id });
    expect(second).toMatchObject({
      worktree: first.id,
      worktreeAfter: first.id,
      workspacePath: first.workspacePath,
    });
    const { body } = await at.office.client.get<{ files: { path: string }[] }>(
      `/runs/${second.id}/changes`,
    );
    expect(body.files.map(({ path }) => path)).toEqual(['first.txt', 'second.txt']);
    expect(await at.merge(first.id)).toEqual({
      message: worktreeTexts.merged(first.id, 2, at.root),
    });
    expect([await at.text('first.txt'), await at.text('second.txt')]).toEqual(['1\n', '2\n']);
    expect([await at.kinds(first.id), await at.kinds(second.id)]).toEqual([
      ['workspace'],
      ['workspace'],
    ]);
    // What was delivered is in the workspace, where the next one begins.
    const third = await at.run(['cat first.txt'], { continues: second.id });
    expect(third.worktree).toBe(third.id);
  });

  it('keeps others out of its worktree while it is at work', async () => {
    const first = await at.run(['echo 1 > first.txt']);
    const held = Promise.withResolvers<void>();
    at.provider.respondWith(async () => {
      await held.promise;
      return { text: ['Done.'] };
    });
    const second = await submit(at.office, { pipelineId: at.pipelineId, continues: first.id });
    const busy = `run "${second.id}" is at work in the same worktree`;
    const { status, body } = await at.office.client.post('/api/submit', {
      brief: 'And this',
      continues: first.id,
    });
    expect([status, body]).toEqual([400, { error: worktreeTexts.occupied(second.id) }]);
    expect(await at.discard(first.id)).toContain(busy);
    expect(await at.merge(first.id)).toContain(busy);
    expect(await at.discard(second.id)).toContain(deliveryTexts.stillAtWork(second.id));
    held.resolve();
    await finished(at.office, at.socket, second.id);
  });
});
