import { describe, expect, it } from '@jest/globals';
import type { TurnRecord } from '../../protocol/records/work.js';
import { effectiveWrites, historyOf, type RecordedWrites } from './write-history.js';
import type { TreeEntries } from './tree.js';

type Contents = Readonly<Record<string, string | null>>;

const entries = (contents: Contents): TreeEntries =>
  new Map(
    Object.entries(contents).map(([path, id]) => [
      path,
      id === null ? null : { kind: 'file', mode: 0o644, id },
    ]),
  );
const wrote = (
  [beforeAt, afterAt]: readonly [number, number],
  before: Contents,
  after: Contents,
): RecordedWrites => ({
  turn: {} as TurnRecord,
  beforeAt,
  afterAt,
  before: entries(before),
  after: entries(after),
});

describe('historyOf', () => {
  it('goes from before the first write of each path to after the last', () => {
    const history = historyOf([
      wrote([30, 40], { a: '2', c: null }, { a: '3', c: 'c' }),
      wrote([10, 20], { a: '1', b: 'b' }, { a: '2', b: null }),
    ]);
    expect(history).toEqual({
      origins: entries({ a: '1', b: 'b', c: null }),
      left: entries({ a: '3', b: null, c: 'c' }),
      disputed: [],
    });
  });

  it('names what somebody else changed between two turns', () => {
    const between = [
      wrote([10, 20], { a: '1' }, { a: '2' }),
      wrote([20, 30], { a: 'x' }, { a: '3' }),
    ];
    expect(historyOf(between).disputed).toEqual(['a']);
  });

  it.each([
    ['that ended within the first', [20, 30], '4'],
    ['that ended after the first', [20, 60], '3'],
  ] as const)('takes the last write of turns at once, of a second one %s', (_, time, last) => {
    const first = wrote([10, 50], { a: '1' }, { a: '4' });
    const second = wrote(time, { a: '2' }, { a: '3' });
    const { left, origins, disputed } = historyOf([first, second]);
    expect(disputed).toEqual([]);
    expect(origins).toEqual(entries({ a: '1' }));
    expect(left).toEqual(entries({ a: last }));
  });
});

describe('effectiveWrites', () => {
  it('leaves out paths that stayed as they were found', () => {
    const [only] = effectiveWrites([wrote([1, 2], { a: '1', b: 'b' }, { a: '1', b: 'c' })]);
    expect([only?.before, only?.after]).toEqual([entries({ b: 'b' }), entries({ b: 'c' })]);
  });

  it('keeps one that was changed and changed back', () => {
    const writes = effectiveWrites([
      wrote([1, 2], { a: '1' }, { a: '2' }),
      wrote([3, 4], { a: '2' }, { a: '1' }),
    ]);
    expect(writes.map(({ before }) => [...before.keys()])).toEqual([['a'], ['a']]);
  });
});
