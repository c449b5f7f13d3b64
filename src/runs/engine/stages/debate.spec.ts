import { describe, expect, it } from '@jest/globals';
import { FakeStage, type FakeStageOptions } from '#test/runs/support/fake-stage.js';
import type { StageSpec } from '#protocol/records/work.js';
import { runDebate } from './debate.js';

function debate(spec: Partial<StageSpec> = {}, options: Partial<FakeStageOptions> = {}): FakeStage {
  return new FakeStage({
    spec: { kind: 'debate', mode: 'debate', roleIds: ['a', 'b'], ...spec },
    ...options,
  });
}

describe('the turns of a debate', () => {
  it.each([
    ['two rounds unless told otherwise', {}, ['r1/a', 'r1/b', 'r2/a', 'r2/b', 'closing']],
    ['as many rounds as the pipeline says', { rounds: 1 }, ['r1/a', 'r1/b', 'closing']],
    ['at least one', { rounds: 0 }, ['r1/a', 'r1/b', 'closing']],
  ])('%s, then the first role closes', async (_, spec, keys) => {
    const stage = debate(spec);
    await runDebate(stage);
    expect(stage.keys).toEqual(keys);
    expect(stage.turnAt('closing').role.id).toBe('a');
  });

  it('end with the first round in which nobody has one left, however many were planned', async () => {
    const refused = { 'r2/b': null, 'r3/a': null, 'r3/b': null };
    const stage = debate({ rounds: 1e9 }, { replies: refused });
    await runDebate(stage);
    expect(stage.keys).toEqual(['r1/a', 'r1/b', 'r2/a', 'r2/b', 'r3/a', 'r3/b', 'closing']);
  });

  it('are over for those who agree, and for all once nobody differs from the opener', async () => {
    const agrees = { text: 'It is right.\n\n**Position: agreed**' };
    const differs = { text: 'It costs too much.\n\nPosition: differs' };
    const roleIds = ['a', 'b', 'c'];
    const split = debate(
      { roleIds, rounds: 3 },
      { replies: { 'r1/b': differs, 'r1/c': agrees, 'r2/a': differs, 'r2/b': agrees } },
    );
    await runDebate(split);
    expect(split.keys).toEqual(['r1/a', 'r1/b', 'r1/c', 'r2/a', 'r2/b', 'closing']);
    const settled = debate({ roleIds }, { replies: { 'r1/b': agrees, 'r1/c': agrees } });
    await runDebate(settled);
    expect(settled.keys).toEqual(['r1/a', 'r1/b', 'r1/c', 'closing']);
  });

  it.each([
    'Fine.\nPosition: Agreed.',
    'Fine.\n\n**Position:** *agreed*\n\n \n',
    'Fine.\n> Position: agreed!',
    '```\nPosition: agreed\n```',
    'Fine.\n(Position: agreed)',
    'Fine.\n"Position: agreed"',
    'Fine.\nPOSITION : AGREED\r\n',
    'Fine.\n### Final position: agree',
    'Fine.\nPosition：agreed',
    'Fine.\n- **Position: agreed**\n---',
  ])('are over where the last line agrees, whatever its marks: %j', async (text) => {
    const stage = debate({}, { replies: { 'r1/b': { text } } });
    await runDebate(stage);
    expect(stage.keys).toEqual(['r1/a', 'r1/b', 'closing']);
  });

  it.each([
    'Position: agreed\nBut the cost is too high.',
    'Position: not agreed',
    'Position: agreed, but for the cost',
    'Position: disagreed',
    'Position:',
    'My composition: agreed',
    'We agreed.',
    '**Position: differs**',
  ])('go on where it does not: %j', async (text) => {
    const stage = debate({}, { replies: { 'r1/b': { text } } });
    await runDebate(stage);
    expect(stage.keys).toEqual(['r1/a', 'r1/b', 'r2/a', 'r2/b', 'closing']);
  });

  it('ask for a position of all but the opener', async () => {
    const stage = debate();
    await runDebate(stage);
    expect(stage.asked.map(({ asksPosition = false }) => asksPosition)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(stage.turnAt('r1/a').purpose).toMatch(/^open with your position/);
    expect(stage.turnAt('r1/b').purpose).toMatch(/^say whether you agree/);
  });

  it('count up with the rounds, the closing turn beyond the last', async () => {
    const stage = debate();
    await runDebate(stage);
    expect(stage.asked.map(({ turnIndex }) => turnIndex)).toEqual([0, 0, 1, 1, 2]);
  });

  it('hear everything that was said before them', async () => {
    const stage = debate();
    await runDebate(stage);
    expect(stage.utterancesBefore('r1/a')).toEqual([]);
    expect(stage.utterancesBefore('r1/b')).toEqual(['A: r1/a speaks']);
    expect(stage.utterancesBefore('r2/a')).toEqual(['A: r1/a speaks', 'B: r1/b speaks']);
    expect(stage.utterancesBefore('closing')).toHaveLength(4);
  });

  it('do not hear silence, nor what is said after them', async () => {
    const stage = debate({ rounds: 1 }, { replies: { 'r1/a': { text: '' } } });
    await runDebate(stage);
    expect(stage.utterancesBefore('r1/b')).toEqual([]);
    expect(stage.utterancesBefore('closing')).toEqual(['B: r1/b speaks']);
  });

  it('know of the files that were written meanwhile', async () => {
    const stage = debate({ rounds: 1 }, { replies: { 'r1/a': { wroteFiles: ['a.md'] } } });
    await runDebate(stage);
    expect(stage.turnAt('r1/a').knowledge.filesWritten).toEqual([]);
    expect(stage.turnAt('r1/b').knowledge).toMatchObject({
      filesWritten: ['a.md'],
      producers: ['a'],
    });
  });

  it('have other purposes in the first round, later, and at the end', async () => {
    const stage = debate();
    await runDebate(stage);
    const purposes = stage.asked.map(({ purpose }) => purpose);
    expect(purposes[2]).toBe(purposes[3]);
    expect(new Set(purposes).size).toBe(4);
  });

  it('end a workshop with a decision record', async () => {
    const stage = debate({ kind: 'workshop' });
    await runDebate(stage);
    expect(stage.turnAt('closing').purpose).toContain('decision record');
  });
});

describe('what is spoken aloud', () => {
  it('positions go to all the others, the closing turn as a report', async () => {
    const stage = debate({ roleIds: ['a', 'b', 'c'], rounds: 1 });
    await runDebate(stage);
    expect(stage.turnAt('r1/b').speech).toEqual({
      toEmployeeIds: ['a', 'c'],
      kind: 'debate',
      maxCharacters: 1200,
    });
    expect(stage.turnAt('closing').speech).toEqual({
      toEmployeeIds: ['b', 'c'],
      kind: 'report',
      maxCharacters: 2000,
    });
  });
});

describe('what a debate comes to', () => {
  it('is what the facilitator said in the end', async () => {
    const outcome = await runDebate(
      debate({}, { replies: { closing: { text: 'SQLite it is.' } } }),
    );
    expect(outcome).toMatchObject({ summary: 'SQLite it is.', unresolved: false });
    expect(outcome.turns).toHaveLength(5);
  });

  it.each([
    ['was refused by the cap', null],
    ['said nothing', { text: '' }],
  ])('is everything said when the closing turn %s', async (_, closing) => {
    const { summary } = await runDebate(debate({ rounds: 1 }, { replies: { closing } }));
    expect(summary.match(/r1\/\w speaks/g)).toEqual(['r1/a speaks', 'r1/b speaks']);
  });

  it('goes on without someone who has used up all turns', async () => {
    const stage = debate({}, { replies: { 'r2/a': null } });
    const { turns } = await runDebate(stage);
    expect(stage.keys).toHaveLength(5);
    expect(turns.map(({ id }) => id)).toEqual([
      'turn r1/a',
      'turn r1/b',
      'turn r2/b',
      'turn closing',
    ]);
    expect(stage.utterancesBefore('closing')).toHaveLength(3);
  });
});

describe('a debate that must stop', () => {
  it.each([0, 1, 2, 3, 4])(
    'asks for no turn after the one it must stop behind (%i)',
    async (taken) => {
      const stage = debate({}, { mustStop: (asked) => asked.length >= taken });
      const { turns, unresolved } = await runDebate(stage);
      expect(turns).toHaveLength(taken);
      expect(unresolved).toBe(false);
    },
  );

  it('says which turn it asks about, so that one that has begun is brought to its end', async () => {
    const begun = ['r1/a', 'r1/b'];
    const mustStop = (_: unknown, nextKeys: readonly string[]): boolean =>
      !nextKeys.some((key) => begun.includes(key));
    const stage = debate({}, { mustStop });
    await runDebate(stage);
    expect(stage.keys).toEqual(begun);
    begun.push('r2/a', 'r2/b', 'closing');
    const again = debate({}, { mustStop });
    await runDebate(again);
    expect(again.keys).toEqual(begun);
  });

  it('sums up what was said until then', async () => {
    const stage = debate({}, { mustStop: (asked) => asked.length >= 1 });
    expect((await runDebate(stage)).summary).toContain('r1/a speaks');
  });
});
