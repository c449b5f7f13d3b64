import { describe, expect, it } from '@jest/globals';
import { runStatuses, stageStatuses } from '../records/enums.js';
import { isEnd, isFinal, isSettled } from './run-status.js';

describe('the ends of runs and stages', () => {
  it('a run is final when it is done, failed or cancelled', () => {
    expect(runStatuses.filter(isFinal)).toEqual(['done', 'failed', 'cancelled']);
  });

  it('a run ends once: what becomes of its change, and comments on it, are no further end', () => {
    const run = { status: 'done', endedAt: 5 } as const;
    expect(isEnd(run)).toBe(true);
    expect(isEnd({ ...run, commentsAt: 4 })).toBe(true);
    expect(isEnd({ ...run, commentsAt: 6 })).toBe(false);
    expect(isEnd({ ...run, changes: [{ kind: 'patch', at: 6, by: 'person' }] })).toBe(false);
    expect(isEnd({ status: 'running', endedAt: null })).toBe(false);
  });

  it('a stage is settled when it is done, failed or skipped', () => {
    expect(stageStatuses.filter(isSettled)).toEqual(['done', 'failed', 'skipped']);
  });
});
