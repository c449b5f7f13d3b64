/** What differs between this checkout and a commit. */
import { execFileSync } from 'node:child_process';

/** The files of this checkout that differ from the base, new and deleted ones included. */
export function changedFiles(root, base) {
  const differing = git(root, 'diff', '--name-only', '--no-renames', base, '--');
  return [...differing, ...git(root, 'ls-files', '--others', '--exclude-standard')];
}

/**
 * The commit where this branch left `main`. On `main`, the last commit, or the one before it if
 * nothing is uncommitted.
 */
export function defaultBase(root) {
  const [head] = git(root, 'rev-parse', 'HEAD');
  const main = ['main', 'origin/main'].find((name) => commitOf(root, name) !== undefined);
  const [left] = main === undefined ? [] : git(root, 'merge-base', 'HEAD', main);
  if (left !== undefined && left !== head) return left;
  if (changedFiles(root, head).length > 0) return head;
  return commitOf(root, 'HEAD~1') ?? head;
}

function commitOf(root, name) {
  try {
    return git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)[0];
  } catch {
    return undefined;
  }
}

/** Runs git and returns its output by lines. @throws with git's error */
function git(root, ...args) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  return execFileSync('git', args, options)
    .split('\n')
    .filter((line) => line !== '');
}
