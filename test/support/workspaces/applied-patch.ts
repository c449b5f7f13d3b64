import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';

/**
 * The tree that `git apply` makes of a tree.
 * @param gitDirectory of the repository with the tree
 * @param directory working folder outside of every repository
 */
export async function appliedPatch(
  gitDirectory: string,
  directory: string,
  { tree, patch }: { readonly tree: string; readonly patch: Buffer },
): Promise<string> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  const { PATH } = process.env;
  const git = (...args: string[]): string =>
    execFileSync('git', [`--git-dir=${gitDirectory}`, `--work-tree=${directory}`, ...args], {
      cwd: directory,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { PATH, GIT_INDEX_FILE: `${directory}.index` },
    }).trim();
  git('read-tree', tree);
  git('checkout-index', '-a', '-f');
  if (patch.length > 0) {
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
      cwd: directory,
      input: patch,
      env: { PATH, GIT_CEILING_DIRECTORIES: `${directory}/..` },
    });
  }
  git('add', '-A', '-f', '.');
  return git('write-tree');
}
