import { describe, expect, it } from '@jest/globals';
import {
  sampleApproval,
  sampleCheck,
  sampleRun,
  sampleStage,
  sampleTurn,
} from '../../test/support/sample-records.js';
import type { CheckRecord, CommandEvidence } from '../protocol/records/evidence.js';
import type { RunDetail } from '../protocol/records/work.js';
import { renderShown } from './render-shown.js';
import { table } from './table.js';

const around = {
  table: (heading: readonly string[], rows: readonly (readonly string[])[]) =>
    table([heading, ...rows]),
  typed: (command: string) => `office ${command}`,
};

function shown(fields: Partial<RunDetail>): string {
  const nothing = { turns: [], artifacts: [], approvals: [], cachedShare: null, evidence: [] };
  return renderShown({ ...sampleRun(), ...nothing, ...fields }, around).join('\n');
}

const evidence: CommandEvidence = {
  turnId: 'turn_0000000001',
  roleId: 'qa-lead',
  by: 'employee',
  at: 1000,
  command: 'npm test',
  outcome: 'exit code: 0',
  exitCode: 0,
  succeeded: true,
  tail: 'one\ntwo\nthree\nfour',
  changedSince: [],
};
const workPlan = {
  builders: [],
  checks: [{ command: 'npm test', proves: 'it works' }],
  open: [],
  stages: [],
  review: 'one',
} as const;

describe('renderShown', () => {
  it('names the foreign texts that it has read, the first five of them', () => {
    const page = { kind: 'page', name: 'https://example.org/', at: 1 } as const;
    const told = 'It has read text that neither you nor the office has written: ';
    expect(shown({ foreign: [page] })).toContain(`${told}the page https://example.org/.`);
    const files = Array.from(
      { length: 6 },
      (_, at) => ({ kind: 'files', name: `f${at}`, at }) as const,
    );
    const foreign = [{ kind: 'mcp', name: 'mail/read', at: 1 } as const, ...files];
    expect(shown({ foreign })).toMatch(
      /: a result of mail\/read, files of the floor \(f0\), .* and 2 more\./,
    );
    expect(shown({})).not.toContain(told);
  });

  it('is pipeline and stages where nothing else is known', () => {
    expect(shown({ stages: [sampleStage()] })).toBe(`
Pipeline product-build.

stage  status   passes  turns  spent    took  why
Build  running          0      $0.0000`);
  });

  it('says where it worked, and what became of its change', () => {
    const changes = [
      { kind: 'branch', at: 1, by: 'person', branch: 'office/a' },
      { kind: 'workspace', at: 2, by: 'person' },
    ] as const;
    const worktree = { worktree: 'run_1', worktreeKept: true, workspacePath: '/data/run_1' };
    expect(shown(worktree)).toContain('\nWorktree /data/run_1.\n');
    const removed = shown({ ...worktree, worktreeKept: false, changes });
    expect(removed).toContain('\nIts worktree is removed.\n');
    expect(removed).toContain('\nThe change: branch office/a, workspace.\n');
    expect(shown({ isolationNote: 'It works in the folder.' })).toContain('works in the folder');
    expect(shown({ baseNote: 'It stays where it was.' })).toContain('stays where it was');
    const over = [
      { kind: 'discarded', at: 1, by: 'office', note: 'its change is merged' },
    ] as const;
    expect(shown({ changes: over })).toContain(
      'The change: worktree removed, as its change is merged.',
    );
  });

  it('adds up the turns of each stage, and says why one failed', () => {
    const review = { kind: 'review', name: 'Review', roleIds: [], mode: 'review-loop' } as const;
    const stages = [
      sampleStage({ status: 'done', endedAt: 3500 }),
      sampleStage({ id: 'stage_2', spec: review, status: 'failed', endedAt: 91_000, error: 'No.' }),
    ];
    const turns = [
      sampleTurn(),
      sampleTurn(),
      sampleTurn({ stageId: 'stage_2', purpose: 'pass 1 of 2: judge' }),
      sampleTurn({ stageId: 'stage_2', purpose: 'pass 2 of 2: judge again' }),
    ];
    expect(shown({ stages, turns, pipelineReason: 'the brief is short' })).toBe(`
Pipeline product-build: the brief is short.

stage   status  passes  turns  spent    took     why
Build   done            2      $0.0024  2.5 s
Review  failed  2       2      $0.0024  1.5 min  No.`);
  });

  it('shows the last run of a check by an employee, with the end of its output', () => {
    const earlier = { ...evidence, succeeded: false, outcome: 'exit code: 1' };
    const text = shown({ workPlan, evidence: [earlier, evidence] });
    expect(text.split('Checks:\n')[1])
      .toBe(`  npm test (it works): not run by the office; succeeded, by qa-lead; exit code: 0
    | two
    | three
    | four`);
  });

  it.each([
    [
      { command: 'npm test | tail -3' },
      'succeeded, by qa-lead; exit code: 0\n    as npm test | tail -3',
    ],
    [{ succeeded: false, outcome: 'exit code: 1' }, 'failed, by qa-lead; exit code: 1'],
    [{ succeeded: null, outcome: 'killed' }, 'it is not known how it ended, by qa-lead; killed'],
    [{ changedSince: ['a', 'b'] }, 'exit code: 0; 2 file(s) changed after it'],
    [{ command: 'npm run lint' }, '(it works): not run'],
    [{ command: 'npm test || true' }, '(it works): not run'],
  ])('says how a check ended: %j', (fields, text) => {
    const [, checks] = shown({ workPlan, evidence: [{ ...evidence, ...fields, tail: '' }] }).split(
      'Checks:\n',
    );
    expect(checks).toMatch(/^ {2}npm test \(it works\): /);
    expect(checks?.endsWith(text)).toBe(true);
  });

  it('shows how a check stood before and after, by the office', () => {
    const before = sampleCheck({ moment: 'before', exitCode: 1, outcome: 'exit code: 1' });
    const after = sampleCheck({ moment: 'end', exitCode: 1, outcome: 'exit code: 1', tail: 'no' });
    const shownFor = (checks: readonly CheckRecord[]) =>
      shown({ workPlan, checks, evidence: [evidence] }).split('Checks:\n')[1];
    expect(shownFor([before, after])).toBe(
      '  npm test (it works): failed before and after; before the work: exit code: 1; at the end: exit code: 1\n    | no',
    );
    const counts = 'ℹ tests 4\nℹ pass 4\nℹ fail 0\nℹ todo 0\nℹ duration_ms 519.7';
    expect(shownFor([sampleCheck({ tail: counts })])).toBe(
      '  npm test (it works): passed; after the build: exit code: 0\n    | ℹ tests 4\n    | ℹ pass 4\n    | ℹ fail 0',
    );
    expect(shownFor([sampleCheck()])).toBe(
      '  npm test (it works): passed; after the build: exit code: 0',
    );
    expect(shownFor([before])).toBe(
      '  npm test (it works): not run; before the work: exit code: 1',
    );
  });

  it('shows what was asked, how it was decided, by whom, and how long it waited', () => {
    const text = shown({
      approvals: [
        sampleApproval({
          stageName: 'Build',
          status: 'approved',
          decidedAt: 13_500,
          decidedBy: 'person',
          decidedByName: 'Ana',
          scope: 'run',
        }),
        sampleApproval({
          kind: 'spend',
          status: 'rejected',
          decidedAt: 601_000,
          decidedBy: 'timeout',
          reason: 'late\u001b[2J',
        }),
        sampleApproval({ status: 'approved', decidedAt: 900 }),
        sampleApproval({ summary: 'two\nlines' }),
      ],
    });
    expect(text.split('Approvals:\n')[1]).toBe(
      [
        '  Run the tests (shell, stage Build): approved for the rest of the run by Ana after 12.5 s',
        '  Run the tests (spend): rejected after 10.0 min, because nobody answered in time: late\uFFFD[2J',
        '  Run the tests (shell): approved after 0.0 s',
        '  two lines (shell): waits since 1970-01-01T00:00:01.000Z; office approve appr_0000000001',
      ].join('\n'),
    );
  });

  it('tells the share of caches where a provider told it', () => {
    const usage = { tokensIn: 100, tokensOut: 20, costUsd: 0.001 };
    const told = [sampleTurn({ usage: { ...usage, cachedTokens: 25 } })];
    expect(shown({ cachedShare: 0.25, turns: told })).toContain(
      '\n25 % of the input came from prompt caches.',
    );
    expect(shown({ cachedShare: 0, turns: [sampleTurn({ usage })] })).not.toContain('caches');
  });
});
