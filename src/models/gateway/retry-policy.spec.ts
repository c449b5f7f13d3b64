import { describe, expect, it } from '@jest/globals';
import { nextTry, retryDelayMs } from './retry-policy.js';
import type { TryFailure } from './retry-policy.js';

describe('retryDelayMs', () => {
  it('doubles from 400 ms, with up to 399 ms of jitter', () => {
    expect([1, 2, 3].map((n) => retryDelayMs(n, 0))).toEqual([400, 800, 1600]);
    expect(retryDelayMs(1, 0.99999)).toBe(799);
  });

  it('never exceeds ten seconds', () => {
    expect(retryDelayMs(9, 0.5)).toBe(10_000);
  });
});

describe('what comes after a failed try', () => {
  const busy: TryFailure = { retryable: true, limited: false, waitMs: null };
  const limited: TryFailure = { retryable: true, limited: true, waitMs: null };
  const after = (failure: TryFailure, failures: number, refusals = 0, hasOthers = false) =>
    nextTry({ failures, refusals }, failure, hasOthers, 0);

  it('is another one after passing trouble, three in all', () => {
    expect([1, 2, 3].map((failures) => after(busy, failures))).toEqual([400, 800, null]);
    expect(after({ ...busy, retryable: false }, 1)).toBeNull();
  });

  it('comes when the provider says, after two minutes at most', () => {
    expect(after({ ...busy, waitMs: 7000 }, 1)).toBe(7000);
    expect(after({ ...busy, waitMs: 3_600_000 }, 1)).toBe(120_000);
  });

  it('pauses by itself where the provider tells no wait at all', () => {
    expect(after({ ...busy, waitMs: 0 }, 1)).toBe(400);
  });

  it('waits for a limit more often, fewer times where another provider can answer', () => {
    const told = { ...limited, waitMs: 1000 };
    expect(after(told, 0, 11)).toBe('limit');
    expect(after(told, 0, 12)).toBeNull();
    expect(after(limited, 0, 19)).toBe('limit');
    expect(after(limited, 0, 20)).toBeNull();
    expect(after(limited, 0, 3, true)).toBe('limit');
    expect(after(limited, 0, 4, true)).toBeNull();
  });

  it('is another provider when the limit takes longer than one wait may', () => {
    const day = { ...limited, waitMs: 86_400_000 };
    expect(after(day, 0, 1)).toBe('limit');
    expect(after(day, 0, 1, true)).toBeNull();
  });
});
