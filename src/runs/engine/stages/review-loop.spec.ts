import { describe, expect, it } from '@jest/globals';
import { FakeStage, type FakeStageOptions } from '#test/runs/support/fake-stage.js';
import type { StageSpec } from '#protocol/records/work.js';
import { itemsNaming, runReviewLoop } from './review-loop.js';

const approval = { text: 'Approved, ship it.' };
const objection = { text: 'You must fix src/a.ts.' };

/** A chair and two reviewers judge the work of `front` and `back`. */
function review(options: Partial<FakeStageOptions> = {}, spec: Partial<StageSpec> = {}): FakeStage {
  return new FakeStage({
    spec: { kind: 'review', mode: 'review-loop', roleIds: ['chair', 'r1', 'r2'], ...spec },
    others: ['front', 'back'],
    knowledge: { producers: ['front', 'back'], filesWritten: ['a.ts', 'b.ts'] },
    ...options,
  });
}

const firstPass = ['i1/review/r1', 'i1/review/r2', 'i1/chair'];
const firstRevision = ['i1/revise/front', 'i1/revise/back'];
const secondPass = ['i2/review/r1', 'i2/review/r2', 'i2/chair'];

describe('a review that approves', () => {
  it('ends with the first pass', async () => {
    const stage = review({ replies: { 'i1/chair': approval } });
    const outcome = await runReviewLoop(stage);
    expect(stage.keys).toEqual(firstPass);
    expect(outcome).toMatchObject({ summary: 'Approved, ship it.', unresolved: false });
    expect(outcome.turns.map(({ id }) => id)).toEqual(firstPass.map((key) => `turn ${key}`));
  });

  it('needs no participant beside the chair', async () => {
    const stage = review({ replies: { 'i1/chair': approval } }, { roleIds: ['chair'] });
    expect((await runReviewLoop(stage)).unresolved).toBe(false);
    expect(stage.keys).toEqual(['i1/chair']);
    expect(stage.utterancesBefore('i1/chair')).toEqual([]);
  });
});

describe('a review that objects', () => {
  const revised = { 'i1/chair': objection, 'i2/chair': approval };

  it('sends the work back to those who made it, then judges again', async () => {
    const stage = review({ replies: revised });
    const outcome = await runReviewLoop(stage);
    expect(stage.keys).toEqual([...firstPass, ...firstRevision, ...secondPass]);
    expect(outcome.unresolved).toBe(false);
    expect(outcome.turns).toHaveLength(8);
  });

  it('leads the producers with the ruling, and shows the next pass what they made of it', async () => {
    const stage = review({ replies: { ...revised, 'i1/review/r2': { text: '' } } });
    await runReviewLoop(stage);
    const reviews = ['R1: i1/review/r1 speaks'];
    expect(stage.utterancesBefore('i1/review/r1')).toEqual([]);
    expect(stage.utterancesBefore('i1/chair')).toEqual(reviews);
    const ruling = 'CHAIR: You must fix src/a.ts.';
    expect(stage.utterancesBefore('i1/revise/front')).toEqual([ruling, ...reviews]);
    const since = [ruling, 'FRONT: i1/revise/front speaks', 'BACK: i1/revise/back speaks'];
    expect(stage.utterancesBefore('i2/review/r1')).toEqual(since);
    expect(stage.utterancesBefore('i2/chair')).toEqual([
      ...since,
      'R1: i2/review/r1 speaks',
      'R2: i2/review/r2 speaks',
    ]);
  });

  it('counts up: reviews of a pass below its number, revisions with it', async () => {
    const stage = review({ replies: revised });
    await runReviewLoop(stage);
    const index = (key: string) => stage.turnAt(key).turnIndex;
    expect(['i1/review/r1', 'i1/chair', 'i1/revise/front', 'i2/chair'].map(index)).toEqual([
      0, 0, 1, 1,
    ]);
  });

  it('tells which pass of how many it is', async () => {
    const stage = review({ replies: revised });
    await runReviewLoop(stage);
    expect(stage.turnAt('i1/review/r1').purpose).toContain('pass 1 of 2');
    expect(stage.turnAt('i2/chair').purpose).toContain('pass 2 of 2');
  });

  it('calls on everyone who wrote files in the run and does not sit in judgement', async () => {
    const stage = review({
      others: ['front'],
      knowledge: { producers: ['r2', 'front', 'fired', 'chair'] },
      replies: { ...revised, 'i1/review/r1': { wroteFiles: ['review.md'] } },
    });
    await runReviewLoop(stage);
    expect(stage.keys.filter((key) => key.includes('revise'))).toEqual(['i1/revise/front']);
    expect(stage.turnAt('i1/revise/front').knowledge.filesWritten).toEqual(['review.md']);
  });

  it('does not let a role judge its own work because it left the floor meanwhile', async () => {
    const stage = review({
      participants: ['chair', 'r1'],
      others: ['r2', 'front'],
      knowledge: { producers: ['r2', 'front'] },
      replies: revised,
    });
    await runReviewLoop(stage);
    expect(stage.keys.filter((key) => key.includes('revise'))).toEqual(['i1/revise/front']);
  });
});

describe('the items of a ruling', () => {
  it('belong to those whose paths they name', () => {
    const text = 'Two things.\n\n1. src/a.ts: wrong.\n   See src/b.ts.\n2) src/c.ts: missing.';
    const all = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'c.ts'];
    expect(itemsNaming(text, ['src/a.ts'], all)).toEqual(['1']);
    expect(itemsNaming(text, ['c.ts'], all)).toEqual([]);
    expect(itemsNaming(text, ['src/b.ts', 'src/c.ts'], all)).toEqual(['1', '2']);
    expect(itemsNaming(text, ['src/d.ts'], all)).toEqual([]);
  });

  it('are told to each author where several revise', async () => {
    const stage = review({
      knowledge: {
        producers: ['front', 'back'],
        owners: { front: ['src/a.ts'], back: ['src/b.ts'] },
      },
      replies: { 'i1/chair': { text: '1. src/a.ts: you must fix it.' } },
    });
    await runReviewLoop(stage);
    expect(stage.turnAt('i1/revise/front').purpose).toContain('name your paths: 1.');
    expect(stage.turnAt('i1/revise/back').purpose).toContain('None of its items names a path');
  });
});

describe('a review that stays unresolved', () => {
  it('has objections after its last pass, which is not revised any more', async () => {
    const stage = review({ replies: { 'i1/chair': objection, 'i2/chair': objection } });
    const { unresolved, summary } = await runReviewLoop(stage);
    expect(stage.keys).toEqual([...firstPass, ...firstRevision, ...secondPass]);
    expect(unresolved).toBe(true);
    expect(summary).toMatch(
      /^UNRESOLVED REVIEW.*\n\nYou must fix src\/a\.ts\.\n\nWhat the authors/,
    );
  });

  it.each([
    ['one', { maxIterations: 1 }, 1],
    ['at least one', { maxIterations: 0 }, 1],
    ['three', { maxIterations: 3 }, 3],
    ['two unless told otherwise', {}, 2],
  ])('makes as many passes as the pipeline allows: %s', async (_, spec, passes) => {
    const replies = Object.fromEntries([1, 2, 3, 4].map((pass) => [`i${pass}/chair`, objection]));
    const stage = review({ replies }, spec);
    await runReviewLoop(stage);
    expect(stage.keys.filter((key) => key.endsWith('/chair'))).toHaveLength(passes);
  });

  it('has a chair that still hands over, whatever else it says', async () => {
    const handOver = { text: 'Good so far.\n\nStatus: to be continued' };
    const stage = review({ replies: { 'i1/chair': handOver, 'i2/chair': handOver } });
    expect((await runReviewLoop(stage)).unresolved).toBe(true);
  });

  it('has objections and nobody who could answer them', async () => {
    const stage = review({ knowledge: { producers: [] }, replies: { 'i1/chair': objection } });
    expect((await runReviewLoop(stage)).unresolved).toBe(true);
    expect(stage.keys).toEqual(firstPass);
  });

  it('has no verdict because the chair used up its turns; then all that was said is told', async () => {
    const stage = review({ replies: { 'i1/chair': objection, 'i2/chair': null } });
    const { unresolved, summary } = await runReviewLoop(stage);
    expect(unresolved).toBe(true);
    expect(summary).toMatch(/^UNRESOLVED REVIEW/);
    expect(summary).toContain('You must fix src/a.ts.');
    expect(summary).toContain('i2/review/r2 speaks');
  });

  it.each([
    ['said nothing', { text: '' }],
    [
      'failed, though what it said so far reads like an approval',
      { ...approval, status: 'failed' as const },
    ],
    ['was cancelled', { ...approval, status: 'cancelled' as const }],
  ])('has no verdict because the chair %s', async (_, reply) => {
    const stage = review({ replies: { 'i1/chair': reply } }, { maxIterations: 1 });
    expect((await runReviewLoop(stage)).unresolved).toBe(true);
  });
});

describe('a review that must stop', () => {
  it('does not begin', async () => {
    const stage = review({ mustStop: () => true });
    const { turns, unresolved } = await runReviewLoop(stage);
    expect(turns).toEqual([]);
    expect(unresolved).toBe(true);
  });

  it.each([['i1/review/r2'], ['i1/chair']])(
    'begins a pass again of which any turn has begun (%s)',
    async (begun) => {
      const stage = review({
        replies: { 'i1/chair': approval },
        mustStop: (_, nextKeys) => !nextKeys.includes(begun),
      });
      expect((await runReviewLoop(stage)).unresolved).toBe(false);
      expect(stage.keys).toEqual(firstPass);
    },
  );

  it('finishes the pass it is in, and is unresolved when nobody judged the revision', async () => {
    const stage = review({
      replies: { 'i1/chair': objection, 'i2/chair': approval },
      mustStop: (asked) => asked.length > 0,
    });
    const { unresolved, summary } = await runReviewLoop(stage);
    expect(stage.keys).toEqual([...firstPass, ...firstRevision]);
    expect(unresolved).toBe(true);
    expect(summary).toContain('You must fix src/a.ts.');
  });
});
