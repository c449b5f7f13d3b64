import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { checkOf, isAllowedCheck } from '#runs/approvals/allowed-checks.js';
import type { FloorChecks } from '#protocol/records/approval-parts.js';
import { floorChecks } from './floor-checks.js';

const scripts = { test: 'node --test', build: 'tsc', deploy: 'rm -r /' };

describe('the checks of a floor', () => {
  const directory = temporaryDirectory();

  beforeEach(async () => {
    await rm(directory('at'), { recursive: true, force: true });
    await mkdir(directory('at'), { recursive: true });
  });

  const write = (name: string, text: string): Promise<void> =>
    writeFile(directory('at', name), text);
  const checks = (...planned: readonly string[]): Promise<FloorChecks | null> => {
    const plan = planned.map((command) => ({ command, proves: '' }));
    const workPlan = { builders: [], checks: plan, open: [], stages: [], review: 'one' } as const;
    return floorChecks({ workspaceId: 'attic', workspacePath: directory('at'), workPlan });
  };

  it('are those of the project and of the plan, told in words', async () => {
    await write('package.json', JSON.stringify({ scripts }));
    const found = await checks('node check.mjs');
    expect(found?.commands).toEqual(['npm run test', 'npm run build', 'node check.mjs']);
    expect(found?.told).toBe(
      'Allows on this floor, in this run and later ones: npm run test, npm run build, node check.mjs. ' +
        'They run tests and scripts that the office writes, without asking again, until package.json ' +
        'changes or a person takes it back.',
    );
  });

  it('are none where nothing is known', async () => {
    expect(await checks()).toBeNull();
  });

  it('leave out a command that does not look like what it is', async () => {
    expect((await checks('npm test', 'npm\u202e tset', 'a\nb'))?.commands).toEqual(['npm test']);
  });

  it.each([
    ['its manifest changes', 'package.json', JSON.stringify({ scripts: { test: 'true' } })],
    ['a file comes that takes its place', 'GNUmakefile', 'test:\n\ttrue\n'],
    ['the shell of its scripts is set', '.npmrc', 'script-shell=/tmp/other'],
  ])('are others once %s', async (_, name, text) => {
    await write('package.json', JSON.stringify({ scripts }));
    const before = await checks('npm test');
    await write('test.js', 'a file that a check runs');
    expect((await checks('npm test'))?.definition).toBe(before?.definition);
    await write(name, text);
    expect((await checks('npm test'))?.definition).not.toBe(before?.definition);
  });

  it('are not offered where a file of theirs is a link', async () => {
    await symlink('/etc/hostname', directory('at', 'Makefile'));
    expect(await checks('npm test')).toBeNull();
  });
});

describe('a command line', () => {
  const commands = ['npm run test', 'node check.mjs', 'pnpm t'];

  it.each([
    ['npm run test', 'npm run test'],
    ['npm test', 'npm run test'],
    ['npm t 2>&1 | tail -20', 'npm run test'],
    ['pnpm test', 'pnpm t'],
    ['node check.mjs | grep fail', 'node check.mjs'],
    ['npm test -- -u', undefined],
    ['npm test | tee log', undefined],
    ['npm test; rm -r /', undefined],
    ['FORCE=1 npm test', undefined],
    ['npm run tests', undefined],
  ])('%s is the check %s', (line, check) => {
    expect(checkOf(line, commands)).toBe(check);
    const allowed = commands.map((command) => ({
      ...{ command, definition: 'a', approvalId: 'appr_1', allowedAt: 0, allowedBy: null },
    }));
    expect(isAllowedCheck(line, { commands, definition: 'a' }, allowed)).toBe(check !== undefined);
    expect(isAllowedCheck(line, { commands, definition: 'b' }, allowed)).toBe(false);
  });
});
