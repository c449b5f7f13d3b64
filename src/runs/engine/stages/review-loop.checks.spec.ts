import { describe, expect, it } from '@jest/globals';
import { FakeStage, type FakeStageOptions } from '#test/runs/support/fake-stage.js';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { sampleCheck } from '#test/support/sample-records.js';
import type { CheckResult } from '#protocol/rules/check-states.js';
import type { Knowledge } from '../knowledge.js';
import { ownersOf, runReviewLoop } from './review-loop.js';

function review(options: Partial<FakeStageOptions>): FakeStage {
  return new FakeStage({
    spec: { kind: 'review', mode: 'review-loop', roleIds: ['chair'] },
    others: ['front', 'back'],
    ...options,
  });
}

describe('checks that fail in a review', () => {
  const failing = (tail: string): CheckResult => ({
    command: 'npm test',
    proves: 'it works',
    before: null,
    last: sampleCheck({ exitCode: 1, outcome: 'exit code: 1', tail }),
    state: 'failed',
  });
  const approved = { 'i1/chair': { text: 'Verdict: approved' }, 'i2/chair': { text: 'Fine.' } };
  const knowledge = {
    producers: ['front', 'back'],
    owners: { front: ['src/a.ts'], back: ['src/b.ts'] },
  };

  it('send approved work back, in front of all that was said, and are run again after it', async () => {
    const stage = review({ knowledge, replies: approved, failing: { 1: [failing('no')] } });
    const outcome = await runReviewLoop(stage);
    expect(outcome.unresolved).toBe(false);
    expect(stage.keys.filter((key) => key.includes('revise'))).toHaveLength(2);
    const [first, second] = stage.turnAt('i1/revise/front').transcript ?? [];
    expect(first).toMatchObject({ speaker: 'The office', purpose: 'the checks that failed' });
    expect(first?.text).toContain('- `npm test` failed (exit code: 1, after the build)');
    expect(first?.text).toContain('  | no');
    expect(second?.purpose).toBe('the ruling');
    expect(stage.turnAt('i1/revise/front').purpose).toContain(
      'The checks that failed stand before',
    );
    expect(stage.checked).toEqual([1]);
  });

  it('go to those alone whose paths their output names', async () => {
    const stage = review({
      knowledge,
      replies: approved,
      failing: { 1: [failing('at src/a.ts:3')] },
    });
    await runReviewLoop(stage);
    expect(stage.keys.filter((key) => key.includes('revise'))).toEqual(['i1/revise/front']);
  });

  it('leave the verdict as it is where nobody can revise any more', async () => {
    const both = { 1: [failing('')], 2: [failing('')] };
    const stage = review({ knowledge, replies: approved, failing: both });
    expect((await runReviewLoop(stage)).unresolved).toBe(false);
    expect(stage.checked).toEqual([1]);
  });

  it('are owned as the plan says, else as files were written, else by all', () => {
    const roles = ['front', 'back'].map((id) => sampleRole(id));
    const { owners } = knowledge;
    const planned = { front: ['src/b.ts'], back: ['src/a.ts'] };
    const ids = (tail: string, given: Pick<Knowledge, 'owners' | 'planned'>) =>
      ownersOf([failing(tail)], roles, given).map(({ id }) => id);
    expect(ids('src/a.ts', { owners })).toEqual(['front']);
    expect(ids('src/a.ts', { owners, planned })).toEqual(['back']);
    expect(ids('src/c.ts', { owners, planned })).toEqual(['front', 'back']);
    expect(ids('src/a.ts', { owners, planned: { front: [], back: [] } })).toEqual(['front']);
  });
});
