import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeFirst } from './node-first.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Options of every npm call. Install scripts never run: no dependency needs one, and some would
 * start a compiler.
 * Dependencies that the user's npm configuration omits are installed anyway.
 */
const always = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Runs npm under this Node: the npm that started this process, else the one on the PATH. Its output
 * goes to standard error, because standard output belongs to the command.
 *
 * @throws if npm is missing or fails; its output says why.
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
