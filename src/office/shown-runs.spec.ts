import { describe, expect, it } from '@jest/globals';
import { sampleRun } from '../../test/support/sample-records.js';
import type { Run } from '../protocol/records/work.js';
import type { RunProjection } from '../runs/history/run-projection.js';
import { ShownRuns } from './shown-runs.js';

function showing(held: readonly Run[]) {
  return new ShownRuns({ held: () => held } as unknown as RunProjection);
}

describe('ShownRuns', () => {
  it('shows the runs of one floor, and names those that are not final', () => {
    const runs = [
      sampleRun({ id: 'run_3', status: 'running' }),
      sampleRun({ id: 'run_2', workspaceId: 'garden' }),
      sampleRun({ id: 'run_1', status: 'done' }),
    ];
    const shown = showing(runs).of('default');
    expect(shown.runs.map(({ id }) => id)).toEqual(['run_3', 'run_1']);
    expect(shown.activeRunIds).toEqual(['run_3']);
  });

  it('bounds the texts of a run and says where the whole is', () => {
    const [run] = showing([sampleRun({ outcome: 'o'.repeat(30_000) })]).of('default').runs;
    expect(run?.outcome).toHaveLength(20_000);
    expect(run?.outcome?.endsWith('the whole text is in GET /api/runs/<id>]')).toBe(true);
  });

  it('makes nothing anew while nothing changed', () => {
    const shown = showing([sampleRun()]);
    expect(shown.of('default')).toBe(shown.of('default'));
  });
});
