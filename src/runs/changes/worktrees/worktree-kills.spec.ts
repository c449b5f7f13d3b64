import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { OfficeConfig } from '#platform/config/office-config.js';
import type { PathLocks } from '#platform/fleet/path-locks.js';
import type { ChildEnvironments } from '#platform/process/child-environments.js';
import type { Run } from '#protocol/records/work.js';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { KnownWorktree, WorktreesRepository } from './worktrees.repository.js';
import { PresentBases } from './present-bases.js';
import { type MadeWorktree, WorktreesService } from './worktrees.service.js';

jest.setTimeout(120_000);

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

/** A worktree at the first of two commits of a floor's repository. */
describe('a worktree of a process that is killed', () => {
  const at = temporaryDirectory();
  let round = 0;
  let place = '';
  let root = '';
  let made: MadeWorktree;
  let row: KnownWorktree;
  let [first, second] = ['', ''];

  const git = (folder: string, ...args: string[]): string =>
    execFileSync(realGit, ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();

  beforeEach(async () => {
    place = at(`${(round += 1)}`);
    root = `${place}/repository`;
    mkdirSync(root, { recursive: true });
    writeFileSync(`${root}/kept.txt`, 'kept\n');
    writeFileSync(`${root}/gone.txt`, 'gone\n');
    git(root, 'init', '-q', '-b', 'main');
    // Git takes copied files for unchanged ones.
    git(root, 'config', 'core.checkStat', 'minimal');
    git(root, 'config', 'core.trustctime', 'false');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'first');
    first = git(root, 'rev-parse', 'HEAD');
    git(root, 'rm', '-q', 'gone.txt');
    writeFileSync(`${root}/kept.txt`, 'moved\n');
    mkdirSync(`${root}/deep`);
    writeFileSync(`${root}/deep/new.txt`, 'new\n');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'second');
    second = git(root, 'rev-parse', 'HEAD');
    made = await make(service());
    writeFileSync(`${made.path}/own.txt`, 'own\n');
    const { root: tree, gitDirectory } = made;
    const run = { name: 'run_1', runId: 'run_1', workspace: root, state: 'kept' as const };
    row = { ...run, root: tree, gitDirectory };
  });
  afterEach(() => rmSync(place, { recursive: true }));

  /** @param programs a folder to be searched first for programs */
  function service(programs?: string): WorktreesService {
    const locks = { hold: (_files: unknown, _signal: unknown, work: () => unknown) => work() };
    const { inherited } = fakeEnvironments() as ChildEnvironments;
    const environments = {
      inherited: () => {
        const known = inherited();
        return programs === undefined ? known : { ...known, PATH: `${programs}:${known['PATH']}` };
      },
    };
    return new WorktreesService(
      { worktrees: { directory: `${place}/worktrees`, totalMb: 100, days: 30 } } as OfficeConfig,
      environments as unknown as ChildEnvironments,
      locks as unknown as PathLocks,
      { find: async () => row } as unknown as WorktreesRepository,
      new PresentBases(),
    );
  }

  const make = (of: WorktreesService): Promise<MadeWorktree> =>
    of.make(
      { id: 'run_1', workspacePath: root, worktreeBase: first },
      new AbortController().signal,
    );

  const move = (of: WorktreesService): Promise<string | null> =>
    of.moveOn({ worktree: 'run_1', worktreeBase: second } as Run, new AbortController().signal);

  /**
   * Runs the work once and copies all files before and after each call of git, as a kill would
   * leave them. Restores each different copy and runs the check on it.
   * @returns how often git was called
   */
  async function atEveryCall(
    work: (of: WorktreesService) => Promise<unknown>,
    check: () => Promise<void>,
  ): Promise<number> {
    const programs = `${place}/programs`;
    const kept = `${place}/kept`;
    const parts = ['repository', 'worktrees'];
    for (const folder of [programs, kept]) mkdirSync(folder);
    const keep = (moment: string): string =>
      `mkdir ${kept}/$call-${moment}; (cd ${place}; cp -a ${parts.join(' ')} ${kept}/$call-${moment})\n`;
    const script =
      `#!/bin/sh\necho x >> ${programs}/calls\ncall=$(wc -l < ${programs}/calls)\n` +
      `${keep('before')}${realGit} "$@"\ncode=$?\n${keep('after')}exit $code\n`;
    writeFileSync(`${programs}/git`, script);
    chmodSync(`${programs}/git`, 0o755);
    await work(service(programs));
    const states = readdirSync(kept);
    // Calls that only read leave equal copies.
    const different = new Map(states.map((state) => [contentsOf(`${kept}/${state}`), state]));
    for (const state of different.values()) {
      for (const part of parts) rmSync(`${place}/${part}`, { recursive: true });
      const copies = parts.map((part) => `${kept}/${state}/${part}`);
      execFileSync('cp', ['-a', ...copies, place]);
      await check();
    }
    return states.length / 2;
  }

  it('is at its commit with its own changes after another move, wherever the first was cut off', async () => {
    const calls = await atEveryCall(move, async () => {
      expect(await move(service())).toBeNull();
      expect(git(made.path, 'rev-parse', 'HEAD')).toBe(second);
      expect(git(made.path, 'status', '--porcelain')).toBe('?? own.txt');
      expect(readFileSync(`${made.path}/deep/new.txt`, 'utf8')).toBe('new\n');
      expect(existsSync(`${made.path}/gone.txt`)).toBe(false);
    });
    expect(calls).toBeGreaterThan(5);
  });

  it('is made whole, wherever an attempt was cut off', async () => {
    await service().remove(row);
    const calls = await atEveryCall(make, async () => {
      expect(await make(service())).toEqual(made);
      expect(git(made.path, 'rev-parse', 'HEAD')).toBe(first);
      expect(git(made.path, 'status', '--porcelain')).toBe('');
      expect(readdirSync(`${root}/.git/worktrees`)).toEqual(['run_1']);
    });
    expect(calls).toBeGreaterThan(5);
  });

  it('is made whole where git had begun to know of it', async () => {
    await service().remove(row);
    mkdirSync(`${root}/.git/worktrees/run_1`, { recursive: true });
    writeFileSync(`${root}/.git/worktrees/run_1/locked`, 'initializing\n');
    expect(await make(service())).toEqual(made);
    expect(readdirSync(`${root}/.git/worktrees`)).toEqual(['run_1']);
  });

  it('leaves nothing where its files are on another replica', async () => {
    const root = `${place}/elsewhere/run_1`;
    await service().empty({ root, gitDirectory: `${place}/elsewhere/git/worktrees/run_1` }, root);
    expect(existsSync(`${place}/elsewhere`)).toBe(false);
  });

  it.each([
    ['nothing', () => undefined],
    ['its part of the repository', () => rmSync(made.gitDirectory, { recursive: true })],
    [
      'the file that names that part',
      () => {
        rmSync(made.gitDirectory, { recursive: true });
        rmSync(`${made.root}/.git`);
      },
    ],
    [
      'all but one file',
      () => {
        rmSync(made.gitDirectory, { recursive: true });
        for (const name of readdirSync(made.root)) {
          if (name !== 'own.txt') rmSync(`${made.root}/${name}`, { recursive: true });
        }
      },
    ],
  ])('is removed to the end where %s was removed', async (_, cut) => {
    cut();
    expect(await service().hasFiles('run_1')).toBe(true);
    await service().empty(row, made.path);
    expect(await service().hasFiles('run_1')).toBe(false);
    expect(readdirSync(made.root)).toEqual([]);
    expect(existsSync(`${root}/.git/worktrees`)).toBe(false);
    expect(git(root, 'worktree', 'list').split('\n')).toHaveLength(1);
  });
});

/** Everything in a folder: names, modes and contents. */
function contentsOf(folder: string): string {
  const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const stats = lstatSync(`${folder}/${name}`);
    const content = stats.isFile() ? readFileSync(`${folder}/${name}`, 'base64') : '';
    return `${name} ${stats.mode} ${content}`;
  });
  return lines.toSorted().join('\n');
}
