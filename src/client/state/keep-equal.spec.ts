import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keepEqual } from './keep-equal.js';

describe('keepEqual', () => {
  it('is equal to the value after, whatever was before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(keepEqual(before, after)).toEqual(after);
      }),
    );
  });

  it('is the value before when nothing changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(keepEqual(value, structuredClone(value))).toBe(value);
      }),
    );
  });

  it('keeps the parts that did not change', () => {
    const before = { floor: { rooms: [1, 2] }, runs: [{ id: 'a', n: 1 }], other: 1 };
    const after = keepEqual(before, { ...structuredClone(before), other: 2 });
    expect(after.floor).toBe(before.floor);
    expect(after.runs).toBe(before.runs);
    expect(after).toEqual({ ...before, other: 2 });
  });

  it('finds items of lists again at another place', () => {
    const [a, b] = [
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
    ];
    const after = keepEqual(
      [a, b],
      [
        { id: 'c', n: 1 },
        { id: 'a', n: 1 },
        { id: 'b', n: 2 },
      ],
    );
    expect(after[1]).toBe(a);
    expect(after[2]).toEqual({ id: 'b', n: 2 });
  });

  it.each([
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, {}],
    [{}, { a: null }],
    [[1, 2], [1]],
    [[1], [1, 2]],
    [{ 0: 'a' }, ['a']],
  ])('takes %j for another value than %j', (before, after) => {
    expect(keepEqual<unknown>(before, after)).toStrictEqual(after);
  });
});
