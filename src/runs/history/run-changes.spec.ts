import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleStage } from '#test/support/sample-records.js';
import type { Run } from '../../protocol/records/work.js';
import { withStage } from '../../protocol/rules/run-after.js';
import { cancelled, ended, outcomeOf, stageOf, withSpend } from './run-changes.js';

const run: Run = sampleRun({
  stages: [
    sampleStage({ id: 'a', status: 'done', endedAt: 1500, summary: 'first' }),
    sampleStage({ id: 'b', status: 'running' }),
    sampleStage({ id: 'c', status: 'pending', startedAt: null }),
  ],
});

describe('withStage', () => {
  it('changes one stage and leaves the old record as it was', () => {
    const changed = withStage(run, 'b', { status: 'done', summary: 'second' });
    expect(changed.stages.map((stage) => stage.status)).toEqual(['done', 'done', 'pending']);
    expect(stageOf(changed, 'b').summary).toBe('second');
    expect(stageOf(run, 'b').status).toBe('running');
  });
});

describe('stageOf', () => {
  it('insists that the stage exists', () => {
    expect(() => stageOf(run, 'gone')).toThrow('run run_0000000001 has no stage gone');
  });
});

describe('withSpend', () => {
  it('adds to what was spent and leaves the ceiling', () => {
    const before = sampleRun({ budget: { limitUsd: 5, spentUsd: 1 } });
    expect(withSpend(before, 0.5).budget).toEqual({ limitUsd: 5, spentUsd: 1.5 });
  });
});

describe('ended', () => {
  it('keeps what the run had where the end says nothing of it', () => {
    const before = sampleRun({ error: 'old', outcome: 'half' });
    expect(ended(before, { status: 'failed', at: 9000 })).toMatchObject({
      status: 'failed',
      endedAt: 9000,
      error: 'old',
      outcome: 'half',
    });
  });

  it('takes the error and the outcome of the end, a null outcome too', () => {
    const before = sampleRun({ outcome: 'half' });
    expect(ended(before, { status: 'done', at: 9, error: 'why', outcome: null })).toMatchObject({
      error: 'why',
      outcome: null,
    });
  });
});

describe('cancelled', () => {
  const after = cancelled(run, 9000);

  it('skips what was pending or running and leaves what was settled', () => {
    expect(after.stages.map(({ status, endedAt }) => [status, endedAt])).toEqual([
      ['done', 1500],
      ['skipped', 9000],
      ['skipped', 9000],
    ]);
  });

  it('ends nothing before it began, where the clock was set back', () => {
    const back = cancelled(run, 10);
    expect(back.stages.map(({ endedAt }) => endedAt)).toEqual([1500, 1500, 1500]);
    expect(back.endedAt).toBe(1500);
    expect(ended(run, { status: 'done', at: 10 }).endedAt).toBe(1500);
    expect(ended(sampleRun({ stages: [] }), { status: 'done', at: 10 }).endedAt).toBe(1000);
  });

  it('ends the run in the words of the interface', () => {
    expect(after).toMatchObject({
      status: 'cancelled',
      error: 'Cancelled by the operator.',
      endedAt: 9000,
      outcome: null,
    });
  });
});

describe('outcomeOf', () => {
  const stages = (last: string | null) => [
    sampleStage({ summary: 'first' }),
    sampleStage({ id: 'z', summary: last }),
  ];

  it.each([
    ['the report', sampleRun({ outcome: 'reported', stages: stages('last') }), 'reported'],
    ['else the last stage', sampleRun({ stages: stages('last') }), 'last'],
    ['else nothing, though earlier stages spoke', sampleRun({ stages: stages(null) }), null],
    ['nothing of a run without stages', sampleRun({ stages: [] }), null],
  ])('is %s', (_, of, expected) => {
    expect(outcomeOf(of)).toBe(expected);
  });
});
