import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileCache } from '../../support/compile-cache.js';
import { loadScript } from '../../support/load-script.js';
import { repositoryRoot, runProgram } from '../../support/run-program.js';

type Packages = Readonly<Record<string, object>>;
interface Installed {
  readPackages(lockFile: string): Packages | undefined;
  neededAt(level: 'production' | 'everything', locked: Packages): Packages;
}

/** A clone of this repository, started as its README says. */
export interface StartedClone {
  readonly folder: string;
  readonly url: string;
  /** Ends the service, and removes the clone. */
  close(): Promise<void>;
}

/**
 * Clones what is committed, with the changes of tracked files, and runs the first command of its
 * README. The clone has the packages that starting needs, builds the service and the page, and keeps
 * its store.
 */
export async function startCleanClone(
  env: Readonly<Record<string, string>>,
): Promise<StartedClone> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'office-clone-')));
  const remove = (): Promise<void> => rm(folder, { recursive: true });
  try {
    const clone = join(folder, 'office');
    await cloneInto(clone);
    await linkPackages(clone, '.', 'production');
    await linkPackages(clone, 'console', 'everything');
    const { url, stop } = await start(clone, { HOME: folder, ...env });
    return { folder: clone, url, close: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Files that git does not know stay behind, as they would in a push. */
async function cloneInto(clone: string): Promise<void> {
  await carryOut('git', ['clone', '--quiet', repositoryRoot, clone]);
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
  const plain = ['--binary', '--no-ext-diff', '--no-color', ...prefixes];
  const changes = await carryOut('git', ['diff', ...plain, 'HEAD']);
  if (changes === '') return;
  await carryOut('git', ['apply', '--whitespace=nowarn'], { cwd: clone, input: changes });
}

/**
 * Hard links for the packages of a level, with the record that npm keeps of them: what the lock file
 * of the clone does not name is not there, and what is missing is installed by the command itself.
 */
async function linkPackages(
  clone: string,
  part: string,
  level: 'production' | 'everything',
): Promise<void> {
  const { readPackages, neededAt } = await loadScript<Installed>('installed.mjs');
  const record = join(part, 'node_modules/.package-lock.json');
  const needed = neededAt(level, readPackages(join(clone, part, 'package-lock.json')) ?? {});
  const present = readPackages(join(repositoryRoot, record)) ?? {};
  const packages = Object.entries(present).filter(([path]) => path in needed);
  const folders = packages
    .map(([path]) => path)
    .filter((path) => path.lastIndexOf('node_modules/') === 0)
    .filter((path) => existsSync(join(repositoryRoot, part, path)));
  for (const [scope, names] of Map.groupBy(folders, (path) => dirname(path))) {
    await mkdir(join(clone, part, scope), { recursive: true });
    const from = names.map((path) => join(repositoryRoot, part, path));
    await linkOrCopy(from, join(clone, part, scope));
  }
  await writeFile(join(clone, record), JSON.stringify({ packages: Object.fromEntries(packages) }));
}

/** Copies where the clone is on another file system. */
async function linkOrCopy(from: readonly string[], into: string): Promise<void> {
  const linked = await runProgram('cp', ['-Rl', ...from, into]);
  if (linked.code !== 0) await carryOut('cp', ['-Rf', ...from, into]);
}

async function start(
  clone: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const [program = '', ...args] = firstCommand(await readFile(join(clone, 'README.md'), 'utf8'));
  const child = spawn(program, args, {
    cwd: clone,
    env: { PATH: process.env['PATH'], ...compileCache, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The pipes are open until the service has ended, which outlives npm for a moment.
  const ended = once(child, 'close');
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const found = /listening\s+(http:\/\/\S+?:\d+)/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    ended.then(([code]) => reject(new Error(`ended with ${code}: ${printed}`)), reject);
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, stop };
}

/** The words of the first line of the first commands of a README, without what is said about it. */
function firstCommand(readme: string): readonly string[] {
  const line = /^```sh\n(.*)$/m.exec(readme)?.[1] ?? '';
  return line.replace(/#.*/, '').trim().split(/ +/);
}

async function carryOut(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string } = {},
): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}: ${stderr}`);
  return stdout;
}
