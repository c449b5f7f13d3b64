import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
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
import { until } from '#test/support/until.js';
import type { KnownWorktree, WorktreesRepository } from './worktrees.repository.js';
import { type MadeWorktree, WorktreesService } from './worktrees.service.js';

jest.setTimeout(120_000);

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

/** A worktree that stands at the first of two commits of a floor's repository. */
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

  /** @param programs a folder that is looked in first */
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
   * Carries out until git is called so often, whose process then stands still, as if this one had been
   * killed. False: git is not called so often.
   */
  async function cutOffAt(
    call: number,
    moment: 'before' | 'after',
    work: (of: WorktreesService) => Promise<unknown>,
  ): Promise<{ readonly wasReached: boolean; end(): Promise<void> }> {
    const programs = `${place}/programs-${call}-${moment}`;
    mkdirSync(programs);
    const does = moment === 'after' ? `${realGit} "$@"; ` : '';
    const script =
      `#!/bin/sh\necho x >> ${programs}/calls\n` +
      `[ $(wc -l < ${programs}/calls) = ${call} ] || exec ${realGit} "$@"\n` +
      `${does}echo $$ > ${programs}/held; exec sleep 60\n`;
    writeFileSync(`${programs}/git`, script);
    chmodSync(`${programs}/git`, 0o755);
    let isOver = false;
    const done = work(service(programs)).then(
      () => (isOver = true),
      () => (isOver = true),
    );
    const held = (): string =>
      existsSync(`${programs}/held`) ? readFileSync(`${programs}/held`, 'utf8') : '';
    await until(() => isOver || held() !== '');
    const wasReached = held() !== '';
    const end = async (): Promise<void> => {
      if (wasReached) process.kill(Number(held()), 'SIGKILL');
      await done;
    };
    return { wasReached, end };
  }

  /** Cuts off before and after every call of git, each in a state of its own. */
  async function atEveryCall(
    work: (of: WorktreesService) => Promise<unknown>,
    reset: () => Promise<void>,
    check: () => Promise<void>,
  ): Promise<number> {
    for (let call = 1; ; call += 1) {
      for (const moment of ['before', 'after'] as const) {
        await reset();
        const { wasReached, end } = await cutOffAt(call, moment, work);
        if (!wasReached) return call - 1;
        try {
          await check();
        } finally {
          await end();
        }
      }
    }
  }

  async function anew(): Promise<void> {
    await service().remove(row);
    made = await make(service());
    writeFileSync(`${made.path}/own.txt`, 'own\n');
  }

  it('is at its commit with its own changes after another move, wherever the first was cut off', async () => {
    const calls = await atEveryCall(move, anew, async () => {
      expect(await move(service())).toBeNull();
      expect(git(made.path, 'rev-parse', 'HEAD')).toBe(second);
      expect(git(made.path, 'status', '--porcelain')).toBe('?? own.txt');
      expect(readFileSync(`${made.path}/deep/new.txt`, 'utf8')).toBe('new\n');
      expect(existsSync(`${made.path}/gone.txt`)).toBe(false);
    });
    expect(calls).toBeGreaterThan(5);
  });

  it('is made whole, wherever an attempt was cut off', async () => {
    const none = async (): Promise<void> => service().remove(row);
    const calls = await atEveryCall(make, none, async () => {
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
