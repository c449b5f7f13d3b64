import { describe, expect, it } from '@jest/globals';
import { usualWaits, waitAfter } from './after-failure.js';
import { OutboxFailure } from './outbox-job.js';

describe('the wait after a failed attempt', () => {
  const waits = [100, 200];

  it('grows, is spread by a fifth, and ends', () => {
    const failure = new Error('no');
    expect(waitAfter(failure, 1, waits, 0)).toBe(100);
    expect(waitAfter(failure, 2, waits, 1)).toBe(240);
    expect(waitAfter(failure, 3, waits, 0)).toBeNull();
  });

  it('is longer where the other side asks for it, within a day and within the attempts', () => {
    expect(waitAfter(new OutboxFailure('later', 5000), 1, waits, 0)).toBe(5000);
    expect(waitAfter(new OutboxFailure('later', 1e12), 1, waits, 0)).toBe(24 * 60 * 60 * 1000);
    expect(waitAfter(new OutboxFailure('later', 5000), 3, waits, 0)).toBeNull();
  });

  it.each([-5, 0, 1, 99])('is never shorter than usual where %s ms are asked for', (asked) => {
    expect(waitAfter(new OutboxFailure('soon', asked), 1, waits, 0)).toBe(100);
    expect(waitAfter(new OutboxFailure('soon', asked), 2, waits, 1)).toBe(240);
  });

  it('is none after a failure for good', () => {
    expect(waitAfter(new OutboxFailure('never', null), 1, waits, 0)).toBeNull();
  });

  it('makes the usual attempts within a day', () => {
    const whole = usualWaits.reduce((sum, ms) => sum + ms, 0);
    expect(whole).toBeLessThan(24 * 60 * 60 * 1000);
  });
});
