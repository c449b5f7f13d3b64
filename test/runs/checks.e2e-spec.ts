import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  answeredIn,
  CheckedOffice,
  isRevision,
  isTwo,
  lastAsked,
  momentsOf,
  plays,
  stageIn,
  statesOf,
  writes,
} from './support/checked-office.js';

const on = new CheckedOffice();

describe('a check that fails after the build', () => {
  it('goes to the builder first, and is mended', async () => {
    await on.open();
    const check = {
      command: 'cat a.txt; grep -qx two a.txt',
      proves: 'it says two',
      mustPass: true,
    };
    const run = await on.carryOut(plays({ checks: [check] }));
    expect(run).toMatchObject({ status: 'done', outcome: 'All is told.', error: null });
    expect(momentsOf(run)).toEqual([
      ['before', 2],
      ['build', 1],
      ['revision', 0],
      ['end', 0],
    ]);
    expect(statesOf(run)).toEqual(['passed']);
    const asked = lastAsked(on.provider.requests.find(isRevision)!);
    const places = ['the checks that failed', '  | one', 'the ruling'].map((part) =>
      asked.indexOf(part),
    );
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(asked).toContain(
      '`cat a.txt; grep -qx two a.txt` failed (exit code: 1, after the build)',
    );
    expect(asked).toContain('the office runs them again after you');
    await expect(readFile(join(run.workspacePath, 'a.txt'), 'utf8')).resolves.toBe('two\n');
  });

  it('is told to builder, reviewer and report, and recorded as what the office ran', async () => {
    await on.open();
    const run = await on.carryOut(plays({ checks: [{ ...isTwo, mustPass: true }] }));
    const shownIn = (stage: string): readonly string[] =>
      on.provider.requests
        .filter((request) => stageIn(request) === stage && !isRevision(request))
        .map(lastAsked);
    expect(shownIn('Build')[0]).toContain('`grep -qx two a.txt` failed before the work');
    const [first, second] = shownIn('Review');
    expect(first).toContain('`grep -qx two a.txt` failed (exit code: 1, after the build)');
    expect(second).toContain('`grep -qx two a.txt` passed (exit code: 0, after a revision)');
    const [report] = shownIn('Report');
    expect(report).toContain(
      '`grep -qx two a.txt` passed (exit code: 0, after a revision); failed before the work (exit code: 2); must pass.',
    );
    expect(report).not.toContain('exit code: 1, after the build');
    expect(report).toContain('None was run beside the checks.');
    const ofOffice = run.evidence.filter(({ by }) => by === 'office');
    expect(ofOffice).toHaveLength(4);
    expect(ofOffice[1]).toMatchObject({
      turnId: null,
      roleId: null,
      command: 'grep -qx two a.txt',
      exitCode: 1,
      succeeded: false,
      changedSince: ['a.txt'],
    });
    const documents = run.artifacts.filter(({ kind }) => kind === 'test-report');
    expect(documents.map(({ title }) => title)).toEqual([
      'Check before the work: grep -qx two a.txt',
      'Check after the build: grep -qx two a.txt',
      'Check after a revision: grep -qx two a.txt',
      'Check at the end: grep -qx two a.txt',
    ]);
  });

  it('fails the run where it is never mended, and the error names it', async () => {
    await on.open();
    const check = { ...isTwo, mustPass: true };
    const run = await on.carryOut(plays({ checks: [check], revised: 'three\n' }));
    expect(run).toMatchObject({
      status: 'failed',
      error: 'The checks did not pass: grep -qx two a.txt (exit code 1).',
      outcome: 'All is told.',
    });
    expect(statesOf(run)).toEqual(['failed']);
  });

  it('names the error of a run whose reviewer objects to the end', async () => {
    await on.open();
    const check = { ...isTwo, mustPass: true };
    const run = await on.carryOut(
      plays({ checks: [check], revised: 'three\n', verdict: 'objections' }),
    );
    expect(run.stages[2]?.status).toBe('failed');
    expect(run.error).toBe('The checks did not pass: grep -qx two a.txt (exit code 1).');
  });

  it('goes only to the builder whose path its output names', async () => {
    await on.open();
    const builders = [
      { roleId: 'backend-dev-1', part: 'x', paths: ['a.txt'] },
      { roleId: 'frontend-dev-1', part: 'y', paths: ['b.txt'] },
    ];
    const check = { command: 'grep -Hc two a.txt', proves: 'it says two', mustPass: true };
    const play = plays({ checks: [check], builders });
    const run = await on.carryOut((request) =>
      stageIn(request) === 'Build' && answeredIn(request) === 0
        ? writes('one\n', lastAsked(request).includes('`frontend-dev-1`.') ? 'b.txt' : 'a.txt')
        : play(request),
    );
    expect(run.status).toBe('done');
    const revised = run.turns.filter(({ purpose }) => purpose.startsWith('change your files'));
    expect(revised.map(({ roleId }) => roleId)).toEqual(['backend-dev-1']);
  });
});

describe('a check that failed before the first write', () => {
  const old = { command: 'test -f never.txt', proves: 'never' };

  it('in the same way fails nothing, and is reported as failed before and after', async () => {
    await on.open();
    const run = await on.carryOut(plays({ checks: [old, isTwo], built: 'two\n' }));
    expect(run).toMatchObject({ status: 'done', outcome: 'All is told.' });
    expect(statesOf(run)).toEqual(['failed-before-and-after', 'passed']);
    expect(on.provider.requests.some(isRevision)).toBe(false);
    const review = on.provider.requests.find((request) => stageIn(request) === 'Review');
    expect(lastAsked(review!)).toContain('`test -f never.txt` failed before and after');
  });

  it('counts if it must pass', async () => {
    await on.open();
    const run = await on.carryOut(plays({ checks: [{ ...old, mustPass: true }] }));
    expect(run.error).toBe('The checks did not pass: test -f never.txt (exit code 1).');
  });

  it('counts if it fails in another way now', async () => {
    await on.open();
    const command = 'test -f a.txt && echo "not ok - broken" && exit 1; exit 1';
    const run = await on.carryOut(plays({ checks: [{ command, proves: 'x' }] }));
    expect(run.status).toBe('failed');
    expect(run.error).toBe(`The checks did not pass: ${command} (exit code 1).`);
  });

  it('alone does not prove the work', async () => {
    await on.open();
    const run = await on.carryOut(plays({ checks: [old] }));
    expect(run).toMatchObject({
      status: 'done',
      outcome:
        'All is told.\n\nNot checked: every check failed before the work in the same way as after it.',
    });
  });

  it('is not known where the planner has written before', async () => {
    await on.open();
    const play = plays({ checks: [old] });
    const run = await on.carryOut((request) =>
      stageIn(request) === 'Plan' && answeredIn(request) === 0
        ? writes('first\n', 'b.txt')
        : play(request),
    );
    expect(momentsOf(run)[0]).toEqual(['build', 1]);
    expect(run.status).toBe('failed');
  });
});

describe('a run that changed files without a check', () => {
  it('is done, and says that it was not checked', async () => {
    await on.open();
    const run = await on.carryOut(plays({}));
    expect(run.status).toBe('done');
    expect(run.outcome).toBe(
      'All is told.\n\nNot checked: no plan names a command that proves the work, and no test command was found in the project.',
    );
  });

  it('does not mention checks when no file was changed', async () => {
    await on.open();
    const run = await on.carryOut((request) =>
      stageIn(request) === 'Review'
        ? { text: ['Verdict: approved'] }
        : { text: ['Nothing to do.'] },
    );
    expect(run).toMatchObject({ status: 'done', outcome: 'Nothing to do.' });
  });
});

describe("the project's own test command", () => {
  async function project(test: string): Promise<void> {
    await mkdir(on.workspace, { recursive: true });
    const manifest = JSON.stringify({ name: 'p', version: '1.0.0', scripts: { test } });
    await writeFile(join(on.workspace, 'package.json'), manifest);
  }

  it('is run where code is changed, and decides', async () => {
    await on.open();
    await project('grep -qx two a.js');
    const play = plays({ checks: [] });
    const run = await on.carryOut((request) =>
      stageIn(request) === 'Build' && answeredIn(request) === 0
        ? writes('one\n', 'a.js')
        : isRevision(request) && answeredIn(request) === 0
          ? writes('two\n', 'a.js')
          : play(request),
    );
    expect(run.projectTest).toBe('npm run test');
    expect(run.checks?.map(({ command, moment }) => [command, moment])).toEqual([
      ['npm run test', 'before'],
      ['npm run test', 'build'],
      ['npm run test', 'revision'],
      ['npm run test', 'end'],
    ]);
    expect(run.status).toBe('done');
  });

  it('is not run where only text is changed', async () => {
    await on.open();
    await project('exit 0');
    const builders = [{ roleId: 'backend-dev-1', part: 'all', paths: ['README.md'] }];
    const play = plays({ checks: [], builders });
    const run = await on.carryOut((request) =>
      stageIn(request) === 'Build' && answeredIn(request) === 0
        ? writes('# Read\n', 'README.md')
        : play(request),
    );
    expect(run.checks).toBeUndefined();
    expect(run.outcome).toContain('Not checked: only files without code were changed');
  });
});
