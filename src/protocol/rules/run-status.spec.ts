import { describe, expect, it } from '@jest/globals';
import { runStatuses, stageStatuses } from '../records/enums.js';
import { isFinal, isSettled } from './run-status.js';

describe('the ends of runs and stages', () => {
  it('a run is final when it is done, failed or cancelled', () => {
    expect(runStatuses.filter(isFinal)).toEqual(['done', 'failed', 'cancelled']);
  });

  it('a stage is settled when it is done, failed or skipped', () => {
    expect(stageStatuses.filter(isSettled)).toEqual(['done', 'failed', 'skipped']);
  });
});
