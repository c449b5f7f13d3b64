import { describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fc from 'fast-check';
import type { OfficeConfig } from '#platform/config/office-config.js';
import type { PathLocks } from '#platform/fleet/path-locks.js';
import type { ChildEnvironments } from '#platform/process/child-environments.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { fuzzCases } from '#test/support/held-loop.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import {
  carryOut,
  contentsOf,
  type Deed,
  deeds,
  layOut,
} from '#test/support/workspaces/random-workspace.js';
import type { WorktreesRepository } from './worktrees.repository.js';
import { PresentBases } from './present-bases.js';
import { WorktreesService } from './worktrees.service.js';

const cases = fuzzCases(0.004);
jest.setTimeout(120_000 + cases * 10_000);

const at = temporaryDirectory();
let round = 0;

function service(totalMb = 100, directory = at('worktrees')): WorktreesService {
  const locks = { hold: (_files: unknown, _signal: unknown, work: () => unknown) => work() };
  return new WorktreesService(
    { worktrees: { directory, totalMb, days: 30 } } as unknown as OfficeConfig,
    fakeEnvironments() as ChildEnvironments,
    locks as unknown as PathLocks,
    {} as WorktreesRepository,
    new PresentBases(),
  );
}

const make = (root: string, totalMb?: number) =>
  service(totalMb).make({ id: `run_${round}`, workspacePath: root }, new AbortController().signal);

function git(root: string, ...args: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' });
}

function repository(): string {
  const root = at(`repository-${(round += 1)}`);
  mkdirSync(root);
  layOut(root);
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'add', '-f', 'kept.log');
  git(root, 'commit', '-qm', 'first');
  return root;
}

const status = (root: string): string =>
  git(root, 'status', '--porcelain', '-z', '--untracked-files=all');

/** The files that git does not ignore, and non-empty directories. */
function seenByGit(root: string): Record<string, string> {
  const ignored = new Set(
    git(root, 'ls-files', '-z', '--others', '--ignored', '--exclude-standard').split('\0'),
  );
  const files = Object.entries(contentsOf(root)).filter(
    ([name, kind]) => !kind.startsWith('directory') && !ignored.has(name),
  );
  return Object.fromEntries(files);
}

describe('the begin of a worktree', () => {
  it('is as git sees the workspace, whatever was done there', async () => {
    const work = fc.array(deeds, { maxLength: 8 });
    const property = fc.asyncProperty(work, work, async (staged: Deed[], later: Deed[]) => {
      const root = repository();
      for (const deed of staged) carryOut(root, deed);
      git(root, 'add', '-A');
      for (const deed of later) carryOut(root, deed);
      const before = [status(root), contentsOf(root)];
      const { path, gitDirectory } = await make(root);
      expect(status(path)).toBe(status(root));
      expect(seenByGit(path)).toEqual(seenByGit(root));
      expect([status(root), contentsOf(root)]).toEqual(before);
      await service().remove({ root: path, gitDirectory });
      expect(readdirSync(`${root}/.git`)).not.toContain('worktrees');
    });
    await fc.assert(property, { numRuns: Math.max(cases, 4) });
  });

  it('keeps permissions and times, follows no link, and takes no other repository along', async () => {
    const root = repository();
    writeFileSync(at('outside'), 'outside\n');
    mkdirSync(at('elsewhere'), { recursive: true });
    writeFileSync(at('elsewhere', 'a'), 'elsewhere\n');
    rmSync(`${root}/d`, { recursive: true });
    symlinkSync(at('elsewhere'), `${root}/d`);
    symlinkSync(at('outside'), `${root}/link`);
    chmodSync(`${root}/b.txt`, 0o751);
    utimesSync(`${root}/b.txt`, 1_000_000_000, 1_000_000_000);
    mkdirSync(`${root}/nested`);
    git(`${root}/nested`, 'init', '-q');
    writeFileSync(`${root}/nested/n`, 'nested\n');
    const { path } = await make(root);
    const [one, other] = [lstatSync(`${root}/b.txt`), lstatSync(`${path}/b.txt`)];
    expect([other.mode, other.mtimeMs]).toEqual([one.mode, one.mtimeMs]);
    expect(lstatSync(`${path}/d`).isSymbolicLink()).toBe(true);
    expect(readdirSync(at('elsewhere'))).toEqual(['a']);
    expect(readdirSync(path)).not.toContain('nested');
  });

  it('is made anew over what a cut-off attempt left', async () => {
    const root = repository();
    const first = await make(root);
    writeFileSync(`${first.path}/half.txt`, 'half\n');
    const again = await make(root);
    expect(again).toEqual(first);
    expect(readdirSync(again.path)).not.toContain('half.txt');
  });

  it('is refused where there is no commit, where it is too large, and inside the repository', async () => {
    const root = repository();
    const { noRepository, tooLarge, inside } = worktreeTexts.reasons;
    writeFileSync(`${root}/big`, Buffer.alloc(2 * 1024 * 1024));
    await expect(make(root, 1)).rejects.toThrow(tooLarge(1));
    const within = `${root}/data`;
    expect(await service(100, within).obstacle(root)).toBe(inside(within));
    const empty = at('empty');
    mkdirSync(empty);
    git(empty, 'init', '-q');
    expect(await service().obstacle(empty)).toBe(noRepository);
  });
});
