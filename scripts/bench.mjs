/**
 * `npm run bench [-- name ...] [--long]`: installs and builds what is missing, then runs the benches
 * of `bench/`, all of them or those named. Ends with 1 when a target was missed.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepareOrExit } from './prepare.mjs';

prepareOrExit();
const child = spawn(
  process.execPath,
  ['--import', '@swc-node/register/esm-register', 'bench/run.ts', ...process.argv.slice(2)],
  { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
