import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleStage, sampleTurn } from '#test/support/sample-records.js';
import type { Run, RunDetail } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { stopReasonOf, toldPlan, toldReport } from './told-end.js';

const stage = (name: string, status: Parameters<typeof sampleStage>[0] & object) =>
  sampleStage({ spec: { kind: 'build', name, roleIds: [], mode: 'single' }, ...status });

describe('toldPlan', () => {
  it('has the stages, and the steps behind them', () => {
    const run = sampleRun({
      stages: [
        stage('Plan', { status: 'done' }),
        stage('Build', { status: 'awaiting-approval' }),
        stage('Test', { status: 'skipped' }),
        stage('Report', { status: 'pending' }),
      ],
      plan: [{ content: 'Write it', status: 'in_progress' }],
    });
    expect(toldPlan(run)).toEqual({
      entries: [
        { content: 'Plan', priority: 'high', status: 'completed' },
        { content: 'Build', priority: 'high', status: 'in_progress' },
        { content: 'Test (skipped)', priority: 'high', status: 'completed' },
        { content: 'Report', priority: 'high', status: 'pending' },
        { content: 'Write it', priority: 'medium', status: 'in_progress' },
      ],
    });
  });
});

describe('stopReasonOf', () => {
  it.each<[string, Partial<Run>, string]>([
    ['done', { status: 'done' }, 'end_turn'],
    ['cancelled', { status: 'cancelled' }, 'cancelled'],
    ['failed', { status: 'failed', error: 'Broken.' }, 'end_turn'],
    ['out of money', { status: 'failed', error: runTexts.budgetExhausted(5) }, 'max_tokens'],
    [
      'out of money before a stage',
      { status: 'failed', error: runTexts.budgetExhaustedBefore(5, 'Build') },
      'max_tokens',
    ],
    [
      'out of money in a stage',
      { status: 'failed', stages: [sampleStage({ error: runTexts.budgetExhausted(5) })] },
      'max_tokens',
    ],
    ['not to be paid', { status: 'failed', error: runTexts.spendDeclined }, 'max_tokens'],
  ])('of a run that is %s', (_, fields, reason) => {
    expect(stopReasonOf(sampleRun(fields))).toBe(reason);
  });
});

describe('toldReport', () => {
  const detail = (fields: Partial<RunDetail>): RunDetail =>
    ({ ...sampleRun({ id: 'run_1', status: 'done' }), turns: [], ...fields }) as RunDetail;

  it('says how it ended, and what was written', () => {
    const turns = [
      sampleTurn({ wroteFiles: ['b.ts'] }),
      sampleTurn({ wroteFiles: ['a.ts', 'b.ts'] }),
    ];
    expect(toldReport(detail({ outcome: 'It works.', turns }), '')).toBe(
      '**Run run_1 is done; spent $0.0000 of $5.00.**\n\nIt works.\n\nFiles written:\n- a.ts\n- b.ts',
    );
    expect(toldReport(detail({ status: 'failed', error: 'Broken.' }), '')).toContain('\n\nBroken.');
  });

  it('does not repeat what was said last', () => {
    expect(toldReport(detail({ outcome: 'It works.\n' }), 'So: It works.')).not.toContain('works');
  });
});
