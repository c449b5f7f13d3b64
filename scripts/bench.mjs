/**
 * `npm run bench [-- name ...] [--long] [--keep]`: installs and builds what is missing, then runs the
 * benches of `bench/`, all of them or those named. `npm run bench -- load [--runs 1000 ...]` is the
 * steady load of `bench/load.ts`. Ends with 1 when a goal was missed.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepareOrExit } from './prepare.mjs';

prepareOrExit();
const [first, ...rest] = process.argv.slice(2);
const command =
  first === 'load' ? ['bench/load.ts', ...rest] : ['bench/run.ts', ...process.argv.slice(2)];
const loaders = [
  '--import',
  './scripts/closed-pipe.mjs',
  '--import',
  '@swc-node/register/esm-register',
];
const child = spawn(process.execPath, [...loaders, ...command], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
