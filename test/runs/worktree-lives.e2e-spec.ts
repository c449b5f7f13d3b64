import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { Clock } from '../../src/platform/clock.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { retryTexts } from '../../src/protocol/texts/runs.js';
import { worktreeTexts } from '../../src/protocol/texts/worktrees.js';
import { WorktreeRetention } from '../../src/runs/changes/worktrees/worktree-retention.js';
import {
  callsTools,
  carryOut,
  finished,
  offerPipeline,
  toolResultsIn,
} from './support/commission.js';
import { WorktreeOffice } from './support/worktree-office.js';

const dayMs = 24 * 60 * 60 * 1000;

describe('the worktree of a run', () => {
  const at = new WorktreeOffice();

  it('is tried again in its worktree, and from the beginning once that is gone', async () => {
    at.pipelineId = offerPipeline(
      at.office,
      { kind: 'build', roleIds: ['backend-dev-1'] },
      { kind: 'report' },
    );
    const first = await at.run(['echo 1 > first.txt']);
    const [build, report] = first.stages.map(({ id }) => id);
    const retry = async (runId: string, stage: string | undefined): Promise<RunDetail> => {
      const again = (await at.ask({ type: 'retryRun', runId, stage })) as { readonly id: string };
      return finished(at.office, at.socket, again.id);
    };
    const second = await retry(first.id, report);
    expect(second).toMatchObject({ status: 'done', worktree: first.id, worktreeAfter: first.id });
    expect(await at.discard(second.id)).toEqual({ message: worktreeTexts.discarded(second.id) });
    expect(await at.ask({ type: 'retryRun', runId: first.id, stage: report })).toBe(
      retryTexts.refused(first.id, worktreeTexts.notRetried),
    );
    const third = await retry(first.id, build);
    expect(third).toMatchObject({ status: 'done', worktree: third.id });
  });

  it('is where its change is taken back', async () => {
    const { id, workspacePath } = await at.run(['echo two > b.txt; echo c > c.txt']);
    expect(await at.ask({ type: 'revertRun', runId: id })).toMatchObject({
      message: expect.stringContaining('2 file(s) are as they were'),
    });
    expect(await readFile(`${workspacePath}/b.txt`, 'utf8')).toBe('bee\n');
    expect(existsSync(`${workspacePath}/c.txt`)).toBe(false);
    expect(await at.kinds(id)).toEqual(['reverted']);
  });

  it('is set up once by a command of the floor, whose failure ends the run', async () => {
    await at.setFloor({ worktreeSetup: 'echo set >> ignored.log' });
    const first = await at.run(['cat ignored.log']);
    expect(first.setup).toMatchObject({ command: 'echo set >> ignored.log', exitCode: 0 });
    expect(first.evidence[0]).toMatchObject({ by: 'office', command: 'echo set >> ignored.log' });
    await at.run(['ls'], { continues: first.id });
    expect(await readFile(`${first.workspacePath}/ignored.log`, 'utf8')).toBe('set\n');
    expect(existsSync(`${at.root}/ignored.log`)).toBe(false);
    await at.setFloor({ worktreeSetup: 'echo no modules; exit 3' });
    const failed = await at.run(['ls']);
    expect(failed.status).toBe('failed');
    expect(failed.error).toBe(
      worktreeTexts.setupFailed('echo no modules; exit 3', 3, 'no modules'),
    );
    expect(failed.turns).toEqual([]);
    const long = await at.office.client.put('/api/workspaces/default', {
      worktreeSetup: 'x'.repeat(2001),
    });
    expect(long.status).toBe(400);
  });

  it('leaves commits to the office', async () => {
    const args = { command: 'commit', args: ['-am', 'mine'] };
    let answer = '';
    at.provider.respondWith((request) => {
      answer = toolResultsIn(request)[0] ?? answer;
      return callsTools(['git', args])(request);
    });
    await carryOut(at.office, at.socket, { pipelineId: at.pipelineId, isolation: 'worktree' });
    expect(answer).toContain(worktreeTexts.gitWrites('git commit -am mine'));
    expect(at.git('log', '--oneline', '--all').split('\n')).toHaveLength(1);
  });

  it('needs git: a submission is refused, a floor says that its runs work in place', async () => {
    await rm(`${at.root}/.git`, { recursive: true });
    const { noRepository } = worktreeTexts.reasons;
    const order = { brief: 'Do it', pipelineId: at.pipelineId, isolation: 'worktree' };
    const { status, body } = await at.office.client.post('/api/submit', order);
    expect([status, body]).toEqual([400, { error: worktreeTexts.refused(noRepository) }]);
    await at.setFloor({ isolation: 'worktree' });
    const placed = await at.run(['echo p > p.txt'], {}, {});
    expect(placed.isolationNote).toBe(worktreeTexts.inPlace(noRepository));
    expect(placed.worktree).toBeUndefined();
    await at.socket.waitFor('log', ({ message }) => message === placed.isolationNote);
    expect(await at.text('p.txt')).toBe('p\n');
  });

  it('is kept for days after its end, within a bound of disk, and then goes', async () => {
    const retention = at.office.app.get(WorktreeRetention);
    const clock = at.office.app.get(Clock);
    const real = clock.now.bind(clock);
    const older = await at.run(['head -c 2000000 /dev/zero > ignored.big']);
    await retention.prune();
    expect((await at.shown(older.id)).worktreeKept).toBe(true);
    const newer = await at.run(['head -c 2000000 /dev/zero > ignored.big']);
    await retention.prune();
    expect(await at.kinds(older.id)).toEqual(['expired']);
    expect((await at.shown(newer.id)).worktreeKept).toBe(true);
    try {
      clock.now = () => real() + 30 * dayMs - 60_000;
      await retention.prune();
      expect((await at.shown(newer.id)).worktreeKept).toBe(true);
      clock.now = () => real() + 30 * dayMs;
      // Every replica looks, and one of them does it.
      await Promise.all([retention.prune(), retention.prune()]);
      expect(await at.kinds(newer.id)).toEqual(['expired']);
      expect(existsSync(`${newer.workspacePath}/.git`)).toBe(false);
    } finally {
      clock.now = real;
    }
  });
});
