import { describe, expect, it } from '@jest/globals';
import { RateGauge } from './rate-gauge.js';

describe('RateGauge', () => {
  it('allows so much in each window, and no more', () => {
    let now = 0;
    const gauge = new RateGauge(3, 100, () => now);
    expect([gauge.take(), gauge.take(2), gauge.take()]).toEqual([true, true, false]);
    now = 99;
    expect(gauge.take()).toBe(false);
    now = 100;
    expect([gauge.take(3), gauge.take()]).toEqual([true, false]);
  });
});
