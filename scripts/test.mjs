/**
 * `npm test [-- <jest arguments>]`: installs and builds what is missing, then runs Jest. The build
 * is needed because crash tests and worker threads run what would ship.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { contractValidators } from './contract-validators.mjs';
import { prepareOrExit } from './prepare.mjs';
import { findTestServices } from './test-services.mjs';

prepareOrExit();
const services = await findTestServices(process.env).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

// Read by Jest's workers too, which a flag on the command line would not reach.
const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const root = fileURLToPath(new URL('..', import.meta.url));
const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // What Node compiled once it reads from here: a service that a test starts is up a fifth sooner.
    NODE_COMPILE_CACHE: `${root}node_modules/.cache/node-compile`,
    CONTRACT_VALIDATORS: contractValidators(),
    ...process.env,
    ...services,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, ...options].join(' ').trim(),
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
jest.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
});
