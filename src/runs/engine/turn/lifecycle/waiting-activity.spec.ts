import { describe, expect, it } from '@jest/globals';
import { WaitingActivity } from './waiting-activity.js';

const wait = (ms: number, reason: 'limit' | 'trouble' = 'limit') => ({
  providerId: 'openai',
  reason,
  ms,
});

describe('what an employee is shown to do while a call waits', () => {
  it('is the wait in whole seconds, and then again what the turn is for', async () => {
    const shown: unknown[] = [];
    const activity = new WaitingActivity(async (waiting) => void shown.push(waiting));
    activity.note(wait(19_001));
    await activity.settled();
    activity.note(null);
    await activity.settled();
    activity.note(wait(60_000, 'trouble'));
    await activity.settled();
    expect(shown).toEqual([
      'Waiting for openai (rate limit, 20 s)',
      null,
      'Waiting for openai (not available, 60 s)',
    ]);
  });

  it('is shown one after the other, and what was overtaken is left out', async () => {
    const shown: unknown[] = [];
    const first = Promise.withResolvers<void>();
    const activity = new WaitingActivity(async (waiting) => {
      shown.push(waiting);
      if (shown.length === 1) await first.promise;
    });
    activity.note(wait(1000));
    activity.note(wait(2000));
    activity.note(null);
    first.resolve();
    await activity.settled();
    expect(shown).toEqual(['Waiting for openai (rate limit, 1 s)', null]);
  });

  it('is no matter for the call when it cannot be shown', async () => {
    const activity = new WaitingActivity(() => Promise.reject(new Error('the run was let go')));
    activity.note(wait(1000));
    await expect(activity.settled()).resolves.toBeUndefined();
  });
});
