import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';

const identity = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

/** Prepares the test with plain git; never used for the tool under test. */
export function plainGit(directory: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: directory, ...identity };
  return execFileSync('git', args, { cwd: directory, env, encoding: 'utf8', stdio: 'pipe' });
}

/** A repository with one file, `a.txt`, and one commit. */
export async function freshRepository(root: string): Promise<string> {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  plainGit(root, 'init', '--initial-branch=main');
  plainGit(root, 'config', 'user.name', 'A');
  plainGit(root, 'config', 'user.email', 'a@example.com');
  await writeFile(`${root}/a.txt`, 'one\n');
  plainGit(root, 'add', '.');
  plainGit(root, 'commit', '-m', 'first');
  return root;
}
