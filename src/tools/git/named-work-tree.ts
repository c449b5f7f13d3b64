import path from 'node:path';
import { runChild } from '../../platform/process/run-child.js';
import { beginningOf } from './beginning-of.js';
import { gitEnvironment, nullDevice } from './git-configuration.js';

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
export async function namedWorkTree(query: ConfigurationQuery): Promise<string | undefined> {
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
