import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleStage } from '#test/support/sample-records.js';
import { afterTurn, progressOf, withProgress } from './run-progress.js';

describe('the progress of a run', () => {
  it('beside an older record tells the run as it is', () => {
    const stages = [sampleStage({ id: 'a' }), sampleStage({ id: 'b', turnIds: ['turn_1'] })];
    const stored = sampleRun({ stages, budget: { limitUsd: 5, spentUsd: 1 } });
    const once = afterTurn(stored, 'b', 'turn_2', 0.25);
    const twice = { ...afterTurn(once, 'b', 'turn_3', 0.5), updatedAt: stored.updatedAt + 7 };
    expect(twice.budget).toEqual({ limitUsd: 5, spentUsd: 1.75 });
    expect(twice.stages.map(({ turnIds }) => turnIds)).toEqual([
      stages[0]?.turnIds,
      ['turn_1', 'turn_2', 'turn_3'],
    ]);
    expect(withProgress(stored, progressOf(twice, 'b'))).toEqual(twice);
  });
});
