import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { locateRepository } from './find-repository.js';
import { pointedAt } from './git-place.js';

type Variables = Readonly<Record<string, string>>;

/**
 * The environment of a process in a workspace. Git refuses repositories of other accounts; in that
 * case this repository's root alone is declared safe, or the workspace if it has none: whoever
 * chose the workspace chose its repository. If the owner is unknown, git keeps refusing.
 */
export async function workspaceEnvironment(
  environment: Variables,
  root: string,
  signal: AbortSignal,
): Promise<Variables> {
  if (!(await ownedByOthers(path.resolve(root)))) return environment;
  const found = await locateRepository(root, environment, signal).catch(() => 'refused' as const);
  if (found === 'refused') return environment;
  const directory = await realpath(found === 'none' ? root : found.workTree).catch(() => null);
  return directory === null
    ? environment
    : withGitSetting(environment, 'safe.directory', directory);
}

/** Adds a setting for every started git; existing ones stay. */
export function withGitSetting(environment: Variables, key: string, value: string): Variables {
  const { GIT_CONFIG_COUNT: count = '' } = environment;
  // git refuses an invalid count and says so.
  if (!/^\d{0,6}$/.test(count)) return environment;
  const index = Number(count);
  return {
    ...environment,
    GIT_CONFIG_COUNT: String(index + 1),
    [`GIT_CONFIG_KEY_${index}`]: key,
    [`GIT_CONFIG_VALUE_${index}`]: value,
  };
}

async function ownedByOthers(root: string): Promise<boolean> {
  const us = process.geteuid?.();
  const owners = (await judgedByGit(root)).map(async (file) => (await lstat(file)).uid);
  const uids = await Promise.all(owners).catch(() => []);
  return us === undefined || uids.some((uid) => uid !== us);
}

/**
 * The paths whose owner git compares: a work tree, its `.git`, and the git directory that a file
 * names.
 */
async function judgedByGit(root: string): Promise<readonly string[]> {
  for (let directory = root; ; directory = path.dirname(directory)) {
    const candidate = path.join(directory, '.git');
    const stats = await lstat(candidate).catch(() => undefined);
    if (stats !== undefined) {
      const elsewhere = stats.isFile() ? await pointedAt(candidate) : null;
      return [directory, candidate, ...(elsewhere === null ? [] : [elsewhere])];
    }
    if (path.dirname(directory) === directory) return [root];
  }
}
