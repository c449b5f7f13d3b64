import { describe, expect, it } from '@jest/globals';
import { ReconnectPace } from './reconnect-pace.js';

describe('ReconnectPace', () => {
  it('waits longer from loss to loss, a minute at most', () => {
    const pace = new ReconnectPace();
    pace.ready(0);
    const waits = Array.from({ length: 9 }, () => {
      pace.over(1000);
      const waitMs = pace.waitMs(1000);
      pace.begin();
      return waitMs;
    });
    expect(waits).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('counts from the loss, and begins anew once a connection has held', () => {
    const pace = new ReconnectPace();
    pace.begin();
    pace.ready(100);
    pace.over(200);
    expect([pace.waitMs(200), pace.waitMs(700), pace.waitMs(5000)]).toEqual([1000, 500, 0]);
    pace.begin();
    pace.ready(5000);
    pace.over(65_000);
    expect(pace.waitMs(65_000)).toBe(0);
  });
});
