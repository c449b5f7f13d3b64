import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commonWidth, cosine, unitVector, vectorFromBytes, vectorToBytes } from './vector.js';

const unit = (...numbers: number[]): Float32Array => {
  const vector = unitVector(numbers);
  if (vector === null) throw new Error('no direction');
  return vector;
};

describe('unitVector', () => {
  it.each([
    ['nothing', []],
    ['no direction', [0, 0]],
    ['a hole', [1, NaN]],
    ['no end', [Infinity]],
  ])('has none for %s', (_case, numbers) => {
    expect(unitVector(numbers)).toBeNull();
  });

  it('has length one', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        fc.pre(Math.hypot(a, b) > 1e-6);
        const vector = unit(a, b);
        expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      }),
    );
  });
});

describe('cosine', () => {
  it('tells the same direction from an opposite and a foreign one', () => {
    expect(cosine(unit(1, 2), unit(2, 4))).toBeCloseTo(1, 6);
    expect(cosine(unit(1, 2), unit(-1, -2))).toBeCloseTo(-1, 6);
    expect(cosine(unit(1, 0), unit(0, 1))).toBe(0);
  });
});

describe('commonWidth', () => {
  it.each([
    [
      [
        [1, 2],
        [3, 4],
      ],
      2,
    ],
    [[[1, 2], [3]], null],
    [[[], []], null],
    [[], null],
  ])('of %j is %j', (vectors, width) => {
    expect(commonWidth(vectors)).toBe(width);
  });
});

describe('the stored form', () => {
  it('gives the same vector back', () => {
    const vector = unit(0.1, -0.7, 3);
    const bytes = vectorToBytes(vector);
    expect(bytes).toHaveLength(12);
    expect(vectorFromBytes(bytes)).toEqual(vector);
  });
});
