import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { runChild } from '../../platform/process/run-child.js';
import { factsOf, treeOf } from './state-facts.js';
import type { StartChild } from './shadow-git.js';
import { StateTaker } from './state-taker.js';

const at = temporaryDirectory();
/** An account other than root, which may read everything. */
const somebody = 65534;
let round = 0;
let workspace: string;
let gitDirectory: string;
let taker: StateTaker;

const start: StartChild = (command) =>
  runChild({ ...command, signal: new AbortController().signal });

// Loaded as root, because that account may not read the code.
beforeAll(async () => {
  const output = { head: 100 };
  await start({ file: 'true', args: [], cwd: at(), environment: {}, timeoutMs: 10_000, output });
});

beforeEach(async () => {
  round += 1;
  [workspace, gitDirectory] = [at(`w${round}`), at(`shadow${round}`)];
  await mkdir(workspace);
  taker = open();
});

const open = (): StateTaker =>
  new StateTaker({ gitDirectory, workspace }, () => ({ PATH: process.env.PATH ?? '' }), start);

const put = (name: string, text: string): Promise<void> => writeFile(`${workspace}/${name}`, text);

/** Runs the work as an account that can be denied access to files. */
async function asSomebody<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  await chmod(at(), 0o755);
  await mkdir(gitDirectory, { recursive: true });
  execFileSync('chown', ['-R', `${somebody}:${somebody}`, workspace, gitDirectory]);
  process.seteuid?.(somebody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

async function namesOf(state: string): Promise<readonly string[]> {
  const listed = execFileSync(
    'git',
    [`--git-dir=${gitDirectory}`, 'ls-tree', '-r', '-z', '--name-only', treeOf(state)],
    { encoding: 'utf8' },
  );
  return listed.split('\0').filter((name) => name !== '');
}

describe('a state', () => {
  it('leaves out and names what cannot be read, and goes on with the rest', async () => {
    for (const name of ['a.txt', 'closed.txt', 'b.txt']) await put(name, 'text\n');
    await mkdir(`${workspace}/closed`);
    await put('closed/inside.txt', 'text\n');
    await chmod(`${workspace}/closed.txt`, 0);
    await chmod(`${workspace}/closed`, 0);
    const state = await asSomebody(() => taker.take(false));
    expect(await namesOf(state)).toEqual(['a.txt', 'b.txt']);
    const { unrecorded } = await factsOf(gitDirectory, state);
    expect([...unrecorded].map(([name, { reason }]) => [name, reason])).toEqual([
      ['closed.txt', 'unreadable'],
      ['closed/', 'unreadable'],
    ]);
    await chmod(`${workspace}/closed`, 0o755);
  });

  it('goes on to hold what it held of a file or directory that is closed later', async () => {
    await put('a.txt', 'text\n');
    await mkdir(`${workspace}/sub`);
    await put('sub/b.txt', 'text\n');
    const states = await asSomebody(async () => {
      const first = await taker.take(false);
      await chmod(`${workspace}/sub`, 0);
      return [first, await taker.take(false)];
    });
    await chmod(`${workspace}/sub`, 0o755);
    expect(await namesOf(states[1] ?? '')).toEqual(await namesOf(states[0] ?? ''));
  });

  it('passes over what a file tool is just writing', async () => {
    await put('.0123456789abcdef.draft', 'half of a te');
    await put('.notes.draft', 'a file like others\n');
    expect(await namesOf(await taker.take(false))).toEqual(['.notes.draft']);
  });

  it('names pipes and sockets, which hold nothing', async () => {
    execFileSync('mkfifo', [`${workspace}/pipe`]);
    await put('a.txt', 'text\n');
    const state = await taker.take(false);
    expect(await namesOf(state)).toEqual(['a.txt']);
    const { unrecorded } = await factsOf(gitDirectory, state);
    expect(unrecorded.get('pipe')?.reason).toBe('special');
  });

  it('is the same as long as nothing is touched', async () => {
    await put('a.txt', 'text\n');
    await mkdir(`${workspace}/empty`);
    const first = await taker.take(false);
    expect(await taker.take(false)).toBe(first);
    await chmod(`${workspace}/empty`, 0o700);
    const second = await taker.take(false);
    expect(second).not.toBe(first);
    expect(treeOf(second)).toBe(treeOf(first));
  });

  it('sees a file that changes within a tick, with the same size', async () => {
    const states = new Set<string>();
    for (let text = 0; text < 30; text += 1) {
      await put('a.txt', `${String(text).padStart(4)}\n`);
      states.add(treeOf(await taker.take(false)));
    }
    expect(states.size).toBe(30);
  });

  it('is taken anew when its repository was removed', async () => {
    await put('a.txt', 'text\n');
    const first = await taker.take(false);
    await rm(gitDirectory, { recursive: true });
    expect(await taker.take(false)).toBe(first);
    expect(await namesOf(first)).toEqual(['a.txt']);
  });

  it('is a tree as git makes it, whatever comes, goes and changes its kind', async () => {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: workspace, encoding: 'utf8' });
    git('init', '-q');
    const names = ['a', 'a.b', 'a-', 'a/b', 'a/b/c', 'a0', 'é', 'z/a', 'z/a.b', ' ', 'a\nb'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(3))), async (deeds) => {
        for (const [name, deed] of deeds) {
          const file = `${workspace}/${name}`;
          if (deed === 0) await rm(file, { recursive: true, force: true });
          else {
            await mkdir(path.dirname(file), { recursive: true }).catch(() => undefined);
            await writeFile(file, String(deed)).catch(() => undefined);
          }
        }
        const state = await taker.take(false);
        git('add', '-A');
        expect(treeOf(state)).toBe(git('write-tree').trim());
      }),
      { numRuns: 30 },
    );
    execFileSync('git', [`--git-dir=${gitDirectory}`, 'fsck', '--strict']);
  });

  it('goes on from what an earlier process has stored', async () => {
    await put('a.txt', 'text\n');
    await put('.env', 'seen once\n');
    const first = await taker.take(false);
    await put('.gitignore', '.env\n');
    const ignored = await taker.take(false);
    taker.save();
    const other = open();
    expect(await other.take(false)).toBe(ignored);
    expect(await namesOf(first)).toEqual(['.env', 'a.txt']);
    expect(await namesOf(ignored)).toEqual(['.env', '.gitignore', 'a.txt']);
    await writeFile(`${gitDirectory}/latest.json`, '{ broken');
    await put('a.txt', 'new\n');
    expect(await namesOf(await open().take(false))).toEqual(['.gitignore', 'a.txt']);
  });
});
