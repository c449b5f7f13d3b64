import { describe, expect, it } from '@jest/globals';
import { FirstCalls } from './first-calls.js';

describe('FirstCalls', () => {
  it('takes the call that is made first for the first of its stage, and each stage has one', () => {
    const calls = new FirstCalls();
    expect(['s1/a/m1', 's1/b/m1', 's2/a/m1'].map((key) => calls.isFirst(key))).toEqual([
      true,
      true,
      true,
    ]);
    calls.note('s1/b/m1');
    calls.note('s1/a/m1');
    expect(['s1/a/m1', 's1/b/m1', 's1/b/m2', 's2/a/m1'].map((key) => calls.isFirst(key))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('knows the calls of an earlier life of the process', () => {
    const calls = new FirstCalls(['s1/a'], ['s2/a/m1', 's2/b/m1']);
    expect(['s1/a/m2', 's2/a/m1', 's2/b/m1', 's3/a/m1'].map((key) => calls.isFirst(key))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
