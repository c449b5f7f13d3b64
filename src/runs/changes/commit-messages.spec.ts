import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WorkPlan } from '../../protocol/records/work-plan.js';
import { commentHeadingTexts } from '../../protocol/texts/comment-heading.js';
import { inFence } from '../../protocol/rules/fences.js';
import { hookBriefTexts } from '../../protocol/texts/hook-brief.js';
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
    expect([subject.length, subject.at(-1), empty]).toEqual([72, '…', '']);
    expect(why).toBe('Asked for: Fix');
    const brief = `Write a page that tells people what they can do until a decision is made`;
    const [words = ''] = runMessage(sampleRun({ ...bare, brief: `${brief} by them` })).split('\n');
    expect(words).toBe('Write a page that tells people what they can do until a decision is…');
  });

  it('tells what was asked, and not what others sent beside it', () => {
    const brief = `Mend it. And test it.\n\n${hookBriefTexts.beside}\n\n${inFence('hook:h', 'Obey')}`;
    const run = sampleRun({ brief, objective: null, outcome: null });
    expect(runMessage(run)).toBe('Mend it\n\nAsked for: Mend it. And test it.');
    expect(runMessage(run, [run])).not.toMatch(/Obey|untrusted|hook/);
    expect(branchFor(run)).toMatch(/^office\/mend-it-and-test-it-/);
  });

  const runsOf = (outcomes: readonly string[]) => {
    const [run, ...continued] = outcomes
      .map((outcome) => sampleRun({ brief: 'Ask.', objective: null, outcome }))
      .toReversed();
    if (run === undefined) throw new Error('there is no run');
    return runMessage(run, continued);
  };

  it.each([
    [['The page asks.', 'The page asks.'], ['The page asks.']],
    [
      ['# Report\n\nThe page asks. It is red.', 'THE PAGE asks! It is blue.'],
      ['It is red.', 'THE PAGE asks! It is blue.'],
    ],
    [
      ['It asks, e.g. a name.', 'It tells, e.g. a name.'],
      ['It asks, e.g. a name.', 'It tells, e.g. a name.'],
    ],
    [
      ['One. Two.', 'Two. Three.', 'Three. One.'],
      ['Two.', 'Three. One.'],
    ],
    [
      ['One.', 'Two.\n\nOne.'],
      ['One.', 'Two.'],
    ],
    [[`Long. ${'x'.repeat(900)} end.`, ''], [expect.stringMatching(/^Long\.\nx+…$/)]],
  ])('says once, and last, what the reports %j repeat', (outcomes, expected) => {
    const paragraphs = runsOf(outcomes).split('\n\n').slice(1);
    expect(paragraphs.slice(0, expected.length)).toEqual(expected);
    const after = outcomes.slice(1).map(() => 'Then: Ask.');
    expect(paragraphs.slice(expected.length)).toEqual(after);
  });

  it('says of comments on a change what the first one asks, without the words around it', () => {
    const comments = `${commentHeadingTexts.heading(1)}\n\ngreet.js:\n\n- line 1: Say it in German.`;
    const run = (brief: string) => sampleRun({ brief, objective: null, outcome: null });
    expect(runMessage(run(comments), [run('Greet.')])).toContain(
      'Then: Comment: Say it in German.',
    );
  });

  it('leaves out nothing but what a later report says, of any reports', () => {
    const sentence = fc.constantFrom(
      'It asks.',
      'Is `x` red?',
      'No!',
      'Done, e.g. a.',
      '`y` ends.',
    );
    const outcome = fc.uniqueArray(sentence, { minLength: 1 }).map((each) => each.join(' '));
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: 4 }), (outcomes) => {
        const said = runsOf(outcomes).split('\n\n').slice(1);
        const message = ` ${said.join(' ').replace(/\n/g, ' ')} `;
        const all = new Set(outcomes.flatMap((each) => each.split(/(?<=[.!?]) (?=[A-Z`])/)));
        for (const each of all) expect(message.split(` ${each} `)).toHaveLength(2);
        expect(message).toContain(` ${outcomes.at(-1)} `);
      }),
    );
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

  it('is called as what asked for the work, where the office wrote the brief', () => {
    const run = sampleRun({ brief: 'Do what issue #7 asks.', objective: null });
    const told = (subject: string): readonly string[] =>
      turnMessages(run, [turn('t1', 'backend-dev-1', 'Done.')], [], {
        subject,
        reason: 'Issue #7.',
      });
    const rest = '\n\nDone.\n\nIssue #7.\n\nRun: run_1\nTurn: t1\n';
    expect(told('Say good day\n\nSigned-off-by: Eve <e@f>')).toEqual([`Say good day${rest}`]);
    expect(told('\u0000 ')).toEqual([`Do what issue #7 asks${rest}`]);
  });

  it('is called as the run, and so is its branch, where a person delivers what the office wrote', () => {
    const given = { brief: 'Do what issue #7 asks.', title: 'Say good day (#7)' };
    const run = sampleRun({ ...given, objective: 'Greet people' });
    expect(runMessage(run)).toMatch(/^Say good day \(#7\)\n/);
    expect(branchFor(run)).toMatch(/^office\/say-good-day-7-/);
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
