import { describe, expect, it } from '@jest/globals';
import type { TurnRecord } from '../../protocol/records/work.js';
import {
  effectiveWrites,
  historyOf,
  planRevert,
  type RecordedWrites,
  withoutOrigin,
} from './write-history.js';
import type { TreeEntries } from './shadow-repository.js';

type Contents = Readonly<Record<string, string | null>>;

const entries = (contents: Contents): TreeEntries =>
  new Map(
    Object.entries(contents).map(([path, id]) => [path, id === null ? null : { mode: '1', id }]),
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

describe('planRevert', () => {
  const first = wrote([10, 20], { a: '1' }, { a: '2' });
  const failed = wrote([30, 40], { a: '2', b: null }, { a: '3', b: 'b' });
  const again = wrote([50, 60], { a: '3' }, { a: '4' });

  it('leaves what a retried run wrote where it is not in the way', () => {
    const plan = planRevert([again], [failed], entries({ a: '4', b: 'b' }));
    expect(plan).toEqual({ wanted: entries({ a: '3' }), conflicts: [] });
  });

  it('takes it back where it lies between', () => {
    const plan = planRevert([first, again], [failed], entries({ a: '4', b: 'b' }));
    expect(plan).toEqual({ wanted: entries({ a: '1', b: null }), conflicts: [] });
  });

  it('names what others changed since', () => {
    expect(planRevert([first, again], [failed], entries({ a: 'x', b: 'b' })).conflicts).toEqual([
      'a',
    ]);
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

describe('withoutOrigin', () => {
  it('names what is to go and was nowhere before, but not what was moved', () => {
    const wanted = entries({ old: '1', moved: null, made: null, gone: null });
    const now = entries({ old: null, moved: '1', made: '2', gone: null });
    expect(withoutOrigin(wanted, now)).toEqual(['made']);
  });
});
