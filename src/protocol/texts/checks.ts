import type { CheckMoment, CheckState } from '../records/enums.js';

/** What people and employees are told of the checks that the office runs. */
export const checkTexts = {
  /** Error of a run whose checks fail at its end. */
  didNotPass: (failed: readonly string[]) => `The checks did not pass: ${failed.join(', ')}.`,
  ended: (command: string, exitCode: number | null) =>
    exitCode === null
      ? `${command} (it did not end by itself)`
      : `${command} (exit code ${exitCode})`,
  /** The end of the outcome of a run that changed files which nothing proves. */
  notChecked: (reason: string) => `Not checked: ${reason}`,
  reasons: {
    none: 'no plan names a command that proves the work, and no test command was found in the project.',
    onlyText: 'only files without code were changed, and no plan names a command that proves them.',
    simulated:
      'the employees are simulated and no plan names a command, so the office ran no check itself.',
    failedBefore: 'every check failed before the work in the same way as after it.',
    refused: (said: string | null) =>
      said === null || said === ''
        ? 'a person refused the commands that check it.'
        : `a person refused the commands that check it: ${said}`,
    unanswered: 'nobody answered in time whether the commands that check it may be run.',
  },
  askSummary: (commands: readonly string[]) =>
    commands.length === 1
      ? `Run the check of this run: ${commands[0] ?? ''}`
      : `Run the ${commands.length} checks of this run: ${commands[0] ?? ''}, …`,
  askDetail: (commands: readonly string[], directory: string) =>
    [
      ...commands,
      '',
      'The office runs this before the work, after it, after each revision and at the end; employees may run it too. One answer, given once, holds for the whole run.',
      '',
      `in ${directory}`,
    ].join('\n'),
  projectProves: "the project's own tests pass",
  cutOff: (attempts: number) =>
    `cut off ${attempts} times by a restart of the service, so its outcome is unknown`,
  notStarted: (message: string) => `could not be started: ${message}`,
  title: (command: string, moment: CheckMoment) => `Check ${moments[moment]}: ${command}`,
  noOutput: '(no output)',
  moments: {
    setup: 'in the new worktree',
    before: 'before the work',
    build: 'after the build',
    revision: 'after a revision',
    end: 'at the end',
  } satisfies Record<CheckMoment, string>,
  states: {
    'not-run': 'not run',
    passed: 'passed',
    failed: 'failed',
    'failed-before-and-after': 'failed before and after',
  } satisfies Record<CheckState, string>,
  /** It ran before the work. */
  notRunSince: 'not run since',
  failedBefore: 'failed before the work',
  passedBefore: 'passed before the work',
  mustPass: 'must pass',
  office: 'The office',
  failedPurpose: 'the checks that failed',
  wholeOutput: (id: string) => `The whole output: read_document with the id ${id}`,
} as const;

const { moments } = checkTexts;
