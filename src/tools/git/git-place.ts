import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { runChild } from '../../platform/process/run-child.js';
import { gitEnvironment, nullDevice } from './git-configuration.js';
import { type GitCommand, guardedGit } from './guarded-git.js';

/** Bytes read of a file that names a directory. */
const pointerBytes = 8192;

/** The kind of `.git` entry in a directory. */
export type GitPlace =
  /** Not a repository for git: it looks further up. */
  | 'none'
  /** Git would use it, but nothing shows that it belongs to this directory. */
  | 'refused'
  | { readonly gitDirectory: string };

interface PlaceQuery {
  readonly directory: string;
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Examines `.git` in a directory: a git directory, or a file that names one. Anyone who can write
 * files could name somebody else's repository, so such a file is followed only if the repository
 * names this directory in turn, or has recorded its files. Links are not followed.
 */
export async function gitPlaceIn(query: PlaceQuery): Promise<GitPlace> {
  const candidate = path.join(query.directory, '.git');
  const stats = await lstat(candidate).catch(() => undefined);
  if (stats === undefined) return 'none';
  if (stats.isDirectory()) return ownPlace(candidate);
  const gitDirectory = stats.isFile() ? await pointedAt(candidate) : null;
  if (gitDirectory === null) return 'refused';
  const isMutual =
    (await isWorktree(gitDirectory, candidate)) || (await isWorkTreeOf(gitDirectory, query));
  return isMutual ? { gitDirectory } : 'refused';
}

/** A directory without a repository's contents is not one for git either. */
async function ownPlace(gitDirectory: string): Promise<GitPlace> {
  for (const name of ['HEAD', 'objects', 'refs']) {
    if (!(await exists(path.join(gitDirectory, name)))) return 'none';
  }
  return (await usesAnother(gitDirectory)) ? 'refused' : { gitDirectory };
}

/** The directory named by a `.git` file, as git reads it. */
export async function pointedAt(file: string): Promise<string | null> {
  const content = await beginningOf(file, pointerBytes);
  const [, target] = /^gitdir: ([^\r\n]+)/.exec(content) ?? [];
  return target === undefined ? null : canonical(path.resolve(path.dirname(file), target));
}

/** True for `git worktree`: its directory lies inside the repository and names the file. */
async function isWorktree(gitDirectory: string, file: string): Promise<boolean> {
  const common = await namedIn(gitDirectory, 'commondir');
  if (common === null || path.dirname(gitDirectory) !== path.join(common, 'worktrees')) {
    return false;
  }
  const back = await namedIn(gitDirectory, 'gitdir');
  return back !== null && back === (await canonical(file));
}

/** True for a submodule, or a separate git directory. */
async function isWorkTreeOf(gitDirectory: string, query: PlaceQuery): Promise<boolean> {
  if (await usesAnother(gitDirectory)) return false;
  const named = await namedWorkTree({ ...query, gitDirectory });
  if (named === undefined)
    return recordsFilesOf({ ...query, gitDirectory, workTree: query.directory });
  const there = await canonical(path.resolve(gitDirectory, named));
  return there !== null && there === (await canonical(query.directory));
}

/** True if history and branches are those of another git directory. */
function usesAnother(gitDirectory: string): Promise<boolean> {
  return exists(path.join(gitDirectory, 'commondir'));
}

/** What a git directory shares with the worktrees of its repository: often itself. */
export async function commonDirectory(gitDirectory: string): Promise<string> {
  return (await namedIn(gitDirectory, 'commondir')) ?? gitDirectory;
}

/** The path in a file of a git directory; null: there is none, or it leads nowhere. */
async function namedIn(gitDirectory: string, name: string): Promise<string | null> {
  const content = await beginningOf(path.join(gitDirectory, name), pointerBytes);
  const [target = ''] = content.split(/[\r\n]/, 1);
  return target === '' ? null : canonical(path.resolve(gitDirectory, target));
}

function canonical(candidate: string): Promise<string | null> {
  return realpath(candidate).catch(() => null);
}

function exists(candidate: string): Promise<boolean> {
  return lstat(candidate).then(
    () => true,
    () => false,
  );
}

/** Bytes of a configuration; a longer one is not believed. */
const maxConfiguration = 1_000_000;
const timeoutMs = 20_000;

const listing = ['config', '--file', '-', '--no-includes', '--null', '--list'];
const yes = /^(?:true|yes|on|[1-9]\d*)$/i;

interface ConfigurationQuery {
  readonly gitDirectory: string;
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * The work tree named by a git directory's configuration (`core.worktree`), as written; undefined:
 * none. Git gets only the text, follows no includes and opens no repository, so the configuration
 * has no effect.
 */
async function namedWorkTree(query: ConfigurationQuery): Promise<string | undefined> {
  const shared = await settingsOf(query, 'config');
  const hasOwn = yes.test(shared.get('extensions.worktreeconfig') ?? '');
  const own = hasOwn ? await settingsOf(query, 'config.worktree') : undefined;
  return own?.get('core.worktree') ?? shared.get('core.worktree');
}

/** The last value of each key; a key without a value is true. */
async function settingsOf(
  { gitDirectory, inherited, signal }: ConfigurationQuery,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  const text = await beginningOf(path.join(gitDirectory, name), maxConfiguration);
  const { code, stdout } = await runChild({
    file: 'git',
    args: [`--git-dir=${nullDevice}`, ...listing],
    cwd: path.parse(gitDirectory).root,
    environment: gitEnvironment(inherited, {}),
    timeoutMs,
    output: { head: 2 * maxConfiguration },
    input: text,
    startsNothing: true,
    signal,
  });
  const entries = code === 0 ? stdout.split('\0') : [];
  return new Map(
    entries.map((entry) => {
      const [key = '', ...value] = entry.split('\n');
      return [key, value.length === 0 ? 'true' : value.join('\n')];
    }),
  );
}

/** Recorded files that are checked. */
const maxFiles = 1000;

/** Output of `git ls-files --debug` for a file, after its name. */
const recorded =
  /^ {2}ctime: (\d+):\d+\n {2}mtime: (\d+):\d+\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [\da-f]+\n/;

/**
 * True if a git directory's index was written from this work tree: one of its files has the inode,
 * times and size that git recorded. `git init --separate-git-dir` leaves no other trace of its work
 * tree. Inodes and change times are assigned by the system, so a written, copied or linked file
 * cannot imitate a file elsewhere.
 */
async function recordsFilesOf(
  command: Omit<GitCommand, 'args' | 'writes' | 'root'>,
): Promise<boolean> {
  const workTree = await realpath(command.workTree);
  const args = ['ls-files', '-z', '--debug'];
  const listing = { ...command, workTree, root: workTree, args, writes: false };
  const { code, stdout } = await guardedGit(listing);
  if (code !== 0) return false;
  const [first = '', ...rest] = stdout.split('\0', maxFiles + 1);
  let name = first;
  for (const piece of rest) {
    const [status, ...fields] = recorded.exec(piece) ?? [];
    if (status === undefined) return false;
    if (fields.join(' ') === (await statusOf(workTree, name))) return true;
    name = piece.slice(status.length);
  }
  return false;
}

/** Status in the index's form of a file in the work tree with a single name. */
async function statusOf(workTree: string, name: string): Promise<string | null> {
  try {
    const file = path.join(workTree, name);
    if ((await realpath(file)) !== file) return null;
    const { ctimeNs, mtimeNs, ino, size, nlink } = await lstat(file, { bigint: true });
    if (nlink !== 1n) return null;
    const low = (value: bigint): bigint => BigInt.asUintN(32, value);
    return [ctimeNs / 1_000_000_000n, mtimeNs / 1_000_000_000n, low(ino), low(size)].join(' ');
  } catch {
    return null;
  }
}

/** The first bytes of a file as text; empty if it is unreadable or not a file. */
async function beginningOf(candidate: string, bytes: number): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  await using file = await open(candidate, flags).catch(() => undefined);
  if (file === undefined || !(await file.stat()).isFile()) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer.toString('utf8', 0, bytesRead);
}
