/**
 * `npm run eval [-- options]`: installs and builds what is missing, then measures what the office
 * delivers (docs/evals.md). Ends with 1 when a task was not solved.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepareOrExit } from './prepare.mjs';

prepareOrExit();
const loaders = [
  '--import',
  './scripts/closed-pipe.mjs',
  '--import',
  '@swc-node/register/esm-register',
];
const child = spawn(
  process.execPath,
  [...loaders, 'bench/evals/run.ts', ...process.argv.slice(2)],
  { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
