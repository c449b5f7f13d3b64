import { describe, expect, it } from '@jest/globals';
import { sampleRun } from '#test/support/sample-records.js';
import type { Run } from '../../protocol/records/work.js';
import { conversationsOf } from './conversations.js';

const run = (id: string, createdAt: number, further: Partial<Run> = {}): Run =>
  sampleRun({ id, createdAt, ...further });

const told = (...runs: readonly Run[]): readonly string[] =>
  conversationsOf(runs).map(({ id, runs: ofIt }) => `${id}: ${ofIt.map((one) => one.id).join()}`);

describe('conversationsOf', () => {
  it.each<[string, Run[], string[]]>([
    ['none', [], []],
    ['a run of its own', [run('a', 1)], ['a: a']],
    ['a session', [run('b', 2, { session: 's' }), run('a', 1, { session: 's' })], ['s: a,b']],
    ['runs that go on elsewhere', [run('b', 2, { continues: 'a' }), run('a', 1)], ['a: a,b']],
    [
      'a run of a session that was continued in the console',
      [
        run('c', 3, { retryOf: 'b' }),
        run('b', 2, { continues: 'a' }),
        run('a', 1, { session: 's' }),
      ],
      ['s: a,b,c'],
    ],
    [
      'the latest first',
      [run('c', 3, { continues: 'a' }), run('b', 2), run('a', 1)],
      ['a: a,c', 'b: b'],
    ],
    ['one whose beginning is not at hand', [run('b', 2, { continues: 'a' })], ['b: b']],
  ])('tells %s', (_, runs, expected) => {
    expect(told(...runs)).toEqual(expected);
  });
});
