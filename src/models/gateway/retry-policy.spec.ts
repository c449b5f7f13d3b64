import { describe, expect, it } from '@jest/globals';
import { retryDelayMs } from './retry-policy.js';

describe('retryDelayMs', () => {
  it('doubles from 400 ms, with up to 399 ms of jitter', () => {
    expect([1, 2, 3].map((n) => retryDelayMs(n, 0))).toEqual([400, 800, 1600]);
    expect(retryDelayMs(1, 0.99999)).toBe(799);
  });

  it('never exceeds ten seconds', () => {
    expect(retryDelayMs(9, 0.5)).toBe(10_000);
  });
});
