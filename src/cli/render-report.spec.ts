import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleStage, sampleTurn } from '../../test/support/sample-records.js';
import type { RunDetail } from '../protocol/records/work.js';
import { runTexts } from '../protocol/texts/runs.js';
import { renderAccepted, renderReport } from './render-report.js';

function detail(fields: Partial<RunDetail>): RunDetail {
  return {
    ...sampleRun(),
    turns: [],
    artifacts: [],
    approvals: [],
    cachedShare: null,
    evidence: [],
    ...fields,
  };
}

describe('renderAccepted', () => {
  it('names the pipeline and the ceiling', () => {
    expect(renderAccepted(sampleRun())).toEqual([
      'Run run_0000000001: pipeline product-build, 1 stage, at most $5.00.',
      'Working in /work/todo',
    ]);
  });

  it('does not round a small ceiling away', () => {
    const run = sampleRun({ budget: { limitUsd: 0.002, spentUsd: 0 } });
    expect(renderAccepted(run)[0]).toContain('at most $0.002.');
  });
});

describe('renderReport', () => {
  it('ends with the outcome and each written file once', () => {
    const report = renderReport(
      detail({
        status: 'done',
        endedAt: 13_500,
        outcome: '# Done\n\nIt works.',
        budget: { limitUsd: 5, spentUsd: 0.02 },
        turns: [
          sampleTurn({ wroteFiles: ['src/b.ts', 'src/a.ts'] }),
          sampleTurn({ wroteFiles: ['src/a.ts'] }),
        ],
      }),
    );
    expect(report.join('\n')).toBe(`
Run run_0000000001 is done after 12.5 s; spent $0.0200 of $5.00.

# Done

It works.

Files written in /work/todo:
  src/a.ts
  src/b.ts`);
  });

  it('tells why a run failed, and what helps', () => {
    const error = runTexts.stageFailed('Build');
    const stages = [sampleStage({ status: 'failed', error: runTexts.noRoute })];
    const report = renderReport(detail({ status: 'failed', error, stages })).join('\n');
    expect(report).toContain(`${error}\n${runTexts.noRoute}\nNo model for the work can be reached`);
    const spent = runTexts.budgetExhausted(5);
    const ended = renderReport(detail({ status: 'failed', error: spent })).join('\n');
    expect(ended).toContain(`${spent}\nContinue the run with a higher ceiling.\n`);
  });

  it('tells no duration below nothing', () => {
    const [, headline] = renderReport(detail({ status: 'done', endedAt: 10 }))
      .join('\n')
      .split('\n');
    expect(headline).toContain(' is done after 0.0 s; ');
  });

  it('names what changed and is in no state, once each', () => {
    const states = { before: 'a', after: 'b', files: [], truncated: false };
    const of = (...unrecorded: string[]) => sampleTurn({ diff: { ...states, unrecorded } });
    const turns = [of('node_modules/', '.env'), sampleTurn(), of('.env', 'big\u001b[2J')];
    expect(renderReport(detail({ turns })).slice(-4)).toEqual([
      'Changed, but not recorded:',
      '  .env',
      '  big\uFFFD[2J',
      '  node_modules/',
    ]);
  });

  it('says why a run failed, and that nothing was written', () => {
    const report = renderReport(detail({ status: 'failed', error: 'Out of money.' }));
    expect(report.join('\n')).toBe(`
Run run_0000000001 is failed; spent $0.0000 of $5.00.
Out of money.
The turns say what happened. Then try the run again.

No files were written.`);
  });
});
