import { describe, expect, it } from '@jest/globals';
import { clampedLimit } from './query-parameters.js';

describe('clampedLimit', () => {
  it.each([
    [7, 7],
    ['7', 7],
    [7.9, 7],
    [0, 1],
    [-3, 1],
    [101, 100],
    ['1e3', 100],
    [Infinity, 100],
    [undefined, 25],
    [null, 25],
    ['', 25],
    [' ', 25],
    ['seven', 25],
    [NaN, 25],
    [[7], 25],
    [true, 25],
  ])('reads %j as %d', (sent, limit) => {
    expect(clampedLimit(sent, { default: 25, max: 100 })).toBe(limit);
  });
});
