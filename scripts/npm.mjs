import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeFirst } from './node-first.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Install scripts never run: no dependency needs one, and some of them would start a compiler.
 * What the caller's own configuration leaves out is asked for all the same.
 */
const always = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Runs npm under this Node: the npm that runs us, else the one on the PATH. What it prints goes to
 * standard error, since standard output belongs to the command itself.
 *
 * @throws when npm is missing or fails; what it printed says why.
 */
export function npm(args, node = process.execPath) {
  const cli = process.env.npm_execpath ?? '';
  const ours = cli.endsWith('npm-cli.js');
  const all = [...args, ...always];
  const { status, error } = spawnSync(ours ? node : 'npm', ours ? [cli, ...all] : all, {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: !ours && process.platform === 'win32',
    env: { ...process.env, PATH: nodeFirst(process.env.PATH ?? '', node) },
  });
  if (error?.code === 'ENOENT')
    throw new Error('npm was not found. It comes with Node: install it.');
  if (error) throw error;
  if (status !== 0) throw new Error(`"npm ${all.join(' ')}" failed.`);
}
