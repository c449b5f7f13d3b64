import { rm } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type {
  ChangeActions,
  ChangedLines,
  RunChanges,
} from '../../src/protocol/records/change-review.js';
import type { Run } from '../../src/protocol/records/work.js';
import { deliveryTexts } from '../../src/protocol/texts/delivery.js';
import { callsTools, carryOut } from './support/commission.js';
import { WorktreeOffice } from './support/worktree-office.js';

const inPlace = { isolation: 'place' } as const;

describe('what can be done with the change of a run', () => {
  const at = new WorktreeOffice();
  const actions = async (id: string, query = '') =>
    (await at.office.client.get<ChangeActions>(`/runs/${id}/changes/actions${query}`)).body;

  it('is told before it is tried, and changes nothing', async () => {
    const { id, turns } = await at.run(
      ['echo six >> a.txt'],
      { brief: 'Add the six. Now.' },
      inPlace,
    );
    const [turn] = turns;
    const before = at.git('for-each-ref');
    const told = await actions(id);
    expect(told).toMatchObject({
      runId: id,
      message: expect.stringMatching(/^Add the six\n/),
      commits: [expect.stringContaining('Add the six')],
      branch: expect.stringMatching(/^office\/add-the-six-now-\w{4}$/),
    });
    expect(Object.keys(told.refusals).sort()).toEqual(['discard', 'redo', 'workspace']);
    expect(told.refusals.workspace).toContain('has no worktree');
    expect([await at.text('a.txt'), at.git('for-each-ref')]).toEqual([
      'one\ntwo\nthree\nfour\nfive\nsix\n',
      before,
    ]);
    expect((await actions(id, `?turnId=${turn?.id}`)).refusals).toEqual(told.refusals);
    const unknown = (await actions(id, '?turnId=turn_x')).refusals.revert;
    expect(unknown).toBe(deliveryTexts.noTurn(id, 'turn_x'));
    await at.put('a.txt', 'mine\n');
    for (const query of ['', `?turnId=${turn?.id}`])
      expect((await actions(id, query)).refusals.revert).toContain('would be lost in a.txt');
    expect(await at.text('a.txt')).toBe('mine\n');
  });

  it('gets another name for a branch where the one it had is taken', async () => {
    const { id } = await at.run(['echo six >> a.txt'], { brief: 'Add the six.' }, inPlace);
    const { branch } = await actions(id);
    await at.ask({ type: 'deliverRun', runId: id, branch, message: 'Six' });
    const told = await actions(id);
    expect([told.branch, told.refusals.branch]).toEqual([`${branch}-2`, undefined]);
    expect(told.commits).toHaveLength(1);
    await at.ask({ type: 'deliverRun', runId: id, branch: told.branch, message: 'Six again' });
    expect((await actions(id)).branch).toBe(`${branch}-3`);
  });

  it('is nothing where nothing was changed, and only a part without a repository', async () => {
    const nothing = await at.run(['true'], {}, inPlace);
    const { refusals } = await actions(nothing.id);
    const text = `Run "${nothing.id}" changed no file.`;
    expect(refusals).toMatchObject({ comment: text, branch: text, patch: text });
    expect(refusals.revert).toBe(text);
    at.gitIn(at.root, 'update-ref', '-d', 'HEAD');
    const bare = await at.run(['echo x > x.txt'], {}, inPlace);
    const without = (await actions(bare.id)).refusals;
    expect(without.branch).toContain('belongs to no git repository with a commit');
    expect([without.patch, without.revert, without.comment]).toEqual([]);
  });

  it('is told of a worktree, before and after it was merged', async () => {
    const { id } = await at.run(['echo six >> a.txt']);
    expect(Object.keys((await actions(id)).refusals)).toEqual(['redo']);
    await at.put('a.txt', 'one\ntwo\nthree\nfour\nfive\n6\n');
    expect((await actions(id)).refusals.workspace).toContain('same places of these files');
    expect(await at.text('a.txt')).toBe('one\ntwo\nthree\nfour\nfive\n6\n');
    await at.put('a.txt', 'one\ntwo\nthree\nfour\nfive\n');
    await at.merge(id);
    const { refusals } = await actions(id);
    expect(refusals.branch).toContain('its worktree is gone');
    expect(Object.keys(refusals).sort()).toEqual([
      ...['branch', 'discard', 'redo', 'revert', 'workspace'],
    ]);
  });

  it('is taken back and made again, as the record of the run tells, in list and events', async () => {
    const { id } = await at.run(
      ['echo six >> a.txt; rm b.txt; mkdir d; echo n > d/n'],
      {},
      inPlace,
    );
    const revert = (more: object) => at.ask({ type: 'revertRun', runId: id, ...more });
    expect(await revert({ redo: true })).toContain(`Run "${id}" is not redone`);
    await revert({ by: 'Ada' });
    expect(await at.text('b.txt')).toBe('bee\n');
    expect((await actions(id)).refusals.redo).toBeUndefined();
    await at.put('b.txt', 'mine\n');
    expect(await revert({ redo: true })).toContain('would be lost in b.txt');
    expect(await at.text('a.txt')).toBe('one\ntwo\nthree\nfour\nfive\n');
    await at.put('b.txt', 'bee\n');
    const heard = at.socket.waitFor(
      'run.updated',
      ({ run }) => run.id === id && run.changes?.length === 2,
    );
    expect(await revert({ redo: true })).toMatchObject({
      message: expect.stringMatching(/^run \w+ was redone: 3 file/),
    });
    expect(await at.text('a.txt')).toBe('one\ntwo\nthree\nfour\nfive\nsix\n');
    expect(await at.text('d/n')).toBe('n\n');
    const [reverted, redone] = (await heard).run.changes ?? [];
    expect([reverted, redone]).toMatchObject([
      { kind: 'reverted', by: 'person', byName: 'Ada', undone: redone?.at },
      { kind: 'redone', by: 'person' },
    ]);
    await at.ask({ type: 'deliverRun', runId: id, branch: 'office/x', by: 'Bo' });
    const { body } = await at.office.client.get<Run[]>('/api/runs');
    expect(body.find((run) => run.id === id)?.changes).toMatchObject([
      ...[reverted, redone],
      { kind: 'branch', branch: 'office/x', byName: 'Bo' },
    ]);
    expect(await revert({ redo: true, turnId: 'turn_1' })).toContain('leave "turnId" out');
  });

  it('is delivered with one commit of the given message, or one a turn with its own', async () => {
    const { id } = await at.run(['echo six >> a.txt'], { brief: 'Add the six' }, inPlace);
    const deliver = (more: object) => at.ask({ type: 'deliverRun', runId: id, ...more });
    const body = (branch: string) => at.git('log', '-1', '--format=%B', branch);
    await deliver({ branch: 'own', message: 'Six\r\n\r\nBecause five is odd.\r\n' });
    expect(body('own')).toBe(`Six\n\nBecause five is odd.\n\nRun: ${id}`);
    await deliver({ branch: 'theirs' });
    expect(body('theirs')).toMatch(/^Add the six\n\n[^]*Run: run_\w+\nTurn: turn_\w+$/);
    expect(body('theirs')).not.toContain('do your part');
    for (const message of ['', ' \n', 'a\u0007b', 'a\u001b[31mb', 'x'.repeat(10_001)]) {
      expect([message, await deliver({ branch: 'bad', message })]).toEqual([
        message,
        expect.stringMatching(/^A "message" (?:needs|has)/),
      ]);
    }
    expect(await deliver({ patch: true, message: 'x' })).toMatch(/^A "message" is that of/);
    expect(at.git('branch', '--list', 'bad')).toBe('');
  });

  it('asks for an answer with its message, and for no other until that is given', async () => {
    const asks = async (autoApproveShell: boolean) => {
      await at.office.client.put('/api/settings', { autoApproveShell });
    };
    await asks(false);
    at.provider.respondWith(callsTools(['write_file', { path: 'd.txt', content: 'dee\n' }]));
    const { id } = await carryOut(at.office, at.socket, { pipelineId: at.pipelineId });
    const deliver = (message: string) =>
      at.ask({ type: 'deliverRun', runId: id, branch: 'asked', message });
    const { approvalId } = (await deliver('Mine')) as { approvalId: string };
    expect(await deliver('Mine')).toEqual({ approvalId });
    expect(await deliver('Other')).toBe(deliveryTexts.askedAlready(id, 'asked'));
    const done = at.socket.waitFor(
      'run.updated',
      ({ run }) => run.id === id && run.changes?.length === 1,
    );
    await at.ask({ type: 'approve', approvalId, approved: true, by: 'Cy' });
    expect((await done).run.changes).toMatchObject([{ kind: 'branch', byName: 'Cy' }]);
    expect(at.git('log', '-1', '--format=%s', 'asked')).toBe('Mine');
    await asks(true);
  });
});

describe('the lines of a changed file', () => {
  const at = new WorktreeOffice();

  it('are those of the side that is asked for, and refused where there are none', async () => {
    const { id } = await at.run(['echo six >> a.txt; rm b.txt; printf "\\0" > p'], {}, inPlace);
    const lines = async (query: string) =>
      (await at.office.client.get<ChangedLines>(`/runs/${id}/changes/lines?${query}`)).body;
    expect(await lines('path=a.txt&side=new&from=5')).toMatchObject({
      ...{ path: 'a.txt', side: 'new', from: 5, total: 6, lines: ['five', 'six'] },
    });
    expect((await lines('path=a.txt&side=old&from=2&to=3')).lines).toEqual(['two', 'three']);
    expect((await lines('path=b.txt&side=old')).lines).toEqual(['bee']);
    const refusal = async (query: string) => {
      const { status, body } = await at.office.client.get(`/runs/${id}/changes/lines?${query}`);
      return [status, (body as { error: string }).error];
    };
    expect(await refusal('path=b.txt&side=new')).toEqual([
      ...[400, '"b.txt" did not exist after the change.'],
    ]);
    expect(await refusal('path=p&side=new')).toEqual([400, '"p" is no text.']);
    expect(await refusal('path=../a.txt&side=new')).toEqual([
      ...[404, `Run "${id}" did not change "../a.txt".`],
    ]);
    expect(await refusal('path=a.txt&side=both')).toEqual([400, expect.stringContaining('side')]);
    for (const range of ['from=0', 'from=x', 'to=-1', 'from=3&to=2']) {
      expect((await refusal(`path=a.txt&side=new&${range}`))[0]).toBe(400);
    }
  });

  it('are refused once the states are gone that the list of files was made of', async () => {
    const { id } = await at.run(['echo six >> a.txt'], {}, inPlace);
    const lines = `/runs/${id}/changes/lines?path=a.txt&side=new`;
    expect((await at.office.client.get(lines)).status).toBe(200);
    await rm(`${at.office.directory}/data/snapshots`, { recursive: true });
    expect(await at.office.client.get(lines)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(id) },
    });
  });

  it('and the change are told since a version that was seen before', async () => {
    const first = await at.run(['echo six >> a.txt; echo n > new.txt']);
    const get = async <T>(path: string) => (await at.office.client.get<T>(path)).body;
    const { version } = await get<RunChanges>(`/runs/${first.id}/changes`);
    const next = await at.run(['echo seven >> a.txt'], { continues: first.id }, {});
    const seen = `since=${version}`;
    const all = await get<RunChanges>(`/runs/${next.id}/changes`);
    const since = await get<RunChanges>(`/runs/${next.id}/changes?${seen}`);
    expect(all.files.map(({ path, added }) => [path, added])).toEqual([
      ['a.txt', 2],
      ['new.txt', 1],
    ]);
    expect(since.files.map(({ path, added }) => [path, added])).toEqual([['a.txt', 1]]);
    expect(since.version).toBe(all.version);
    const patch = await fetch(
      `http://127.0.0.1:${at.office.port}/runs/${next.id}/changes.patch?${seen}`,
    );
    expect(await patch.text()).toContain(' six\n+seven\n');
    const old = await get<ChangedLines>(
      `/runs/${next.id}/changes/lines?path=a.txt&side=old&from=6&${seen}`,
    );
    expect(old.lines).toEqual(['six']);
    const gone = `since=${'0'.repeat(40)}-${'1'.repeat(40)}`;
    for (const bad of [gone, 'since=x', 'since=--help']) {
      expect((await at.office.client.get(`/runs/${next.id}/changes?${bad}`)).status).toBe(400);
    }
  });
});
