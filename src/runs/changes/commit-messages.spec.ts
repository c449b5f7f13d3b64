import { describe, expect, it } from '@jest/globals';
import type { WorkPlan } from '../../protocol/records/work-plan.js';
import { sampleRun } from '#test/support/sample-records.js';
import { branchFor, oneMessage, runMessage, turnMessages } from './commit-messages.js';

const none: WorkPlan = { builders: [], checks: [], open: [], stages: [], review: 'one' };
const turn = (id: string, roleId: string, text: string) => ({ id, roleId, runId: 'run_1', text });

describe('the message of a commit', () => {
  it('says what was changed and why, and no words of the engine', () => {
    const run = sampleRun({
      brief: 'Add a page to sign in. People asked for it since May.',
      objective: 'A page to sign in.',
      outcome: '# Report\n\nThe page `/login` asks for a name\nand a password.\n\nMore.',
    });
    expect(runMessage(run)).toBe(
      [
        'A page to sign in',
        'The page `/login` asks for a name and a password.',
        'Asked for: Add a page to sign in. People asked for it since May.',
      ].join('\n\n'),
    );
  });

  it('is the brief alone where nothing else is known, and never more than a line of it first', () => {
    const bare = { objective: null, outcome: null };
    expect(runMessage(sampleRun({ ...bare, brief: 'Fix the bug.' }))).toBe('Fix the bug');
    const long = sampleRun({ ...bare, brief: `Fix ${'very'.repeat(40)} bad bug` });
    const [subject = '', empty, why] = runMessage(long).split('\n');
    expect([subject.length, subject.at(-1), empty]).toEqual([73, '…', '']);
    expect(why).toBe('Asked for: Fix');
  });

  it('tells the part of each employee, and counts the turns with the same part', () => {
    const builders = [
      { roleId: 'backend-dev-1', part: 'Check passwords', paths: [] },
      { roleId: 'frontend-dev-1', part: 'Show the form', paths: [] },
    ];
    const run = sampleRun({
      brief: 'Sign in',
      objective: null,
      workPlan: { ...none, builders },
    });
    const messages = turnMessages(run, [
      turn('t1', 'backend-dev-1', 'Passwords are hashed.'),
      turn('t2', 'frontend-dev-1', ''),
      turn('t3', 'backend-dev-1', '\u001b[31mMended\u0000.'),
    ]);
    expect(messages).toEqual([
      'Check passwords\n\nPasswords are hashed.\n\nRun: run_1\nTurn: t1\n',
      'Show the form\n\nRun: run_1\nTurn: t2\n',
      'Check passwords (2)\n\nMended.\n\nRun: run_1\nTurn: t3\n',
    ]);
  });

  it('has lines that fit, and those who took part below a given message', () => {
    const long = runMessage(sampleRun({ outcome: 'word '.repeat(100) })).split('\n');
    expect(Math.max(...long.map(({ length }) => length))).toBeLessThanOrEqual(72);
    expect(
      oneMessage({ id: 'run_1' }, 'Mine\n\nof two parts', [{ name: 'Ada', email: 'a@b' }]),
    ).toBe('Mine\n\nof two parts\n\nRun: run_1\nCo-authored-by: Ada <a@b>\n');
  });

  it('has no trailers that a name brings', () => {
    const named = { name: 'Ada\n\nSigned-off-by: Eve <e@f>', email: 'a@b' };
    expect(oneMessage({ id: 'run_1' }, 'Mine', [named])).toBe(
      'Mine\n\nRun: run_1\nCo-authored-by: Ada Signed-off-by: Eve e@f <a@b>\n',
    );
  });
});

describe('the branch that is proposed', () => {
  it('has the first words of what is wanted, and its run', () => {
    const run = sampleRun({
      id: 'run_00AB12',
      objective: null,
      brief: 'Add the six. Now, to a.txt!',
    });
    expect(branchFor(run)).toBe('office/add-the-six-now-to-ab12');
    expect(branchFor({ ...run, brief: '日本' })).toBe('office/ab12');
  });

  it('is no longer than a file name may be', () => {
    const run = sampleRun({ id: 'run_00AB12', objective: null, brief: `fix ${'x'.repeat(400)}` });
    expect(branchFor(run)).toBe(`office/fix-${'x'.repeat(46)}-ab12`);
    expect(branchFor({ ...run, brief: `${'y'.repeat(49)} z` })).toBe(
      `office/${'y'.repeat(49)}-ab12`,
    );
  });
});
