/**
 * `npm test [-- [--changed [base] [--unlimited]] <jest arguments>]`: installs and builds what is
 * missing, then runs Jest. Crash tests and worker threads run the build.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { announcement, changedSuites, readChanged } from './changed-suites.mjs';
import { contractValidators } from './contract-validators.mjs';
import { prepareOrExit } from './prepare.mjs';
import { findTestServices } from './test-services.mjs';
import { dropTemplate, newTemplateName } from './test-template.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { args, needs } = given(process.argv.slice(2));
prepareOrExit(needs);
const services = await findTestServices(process.env).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

// Jest's workers read it too; a command-line flag would not reach them.
const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const postgres = services.OFFICE_TEST_POSTGRES_URL ?? process.env.OFFICE_TEST_POSTGRES_URL;
const template = newTemplateName();
const program = ['node_modules/jest/bin/jest.js', '--config', 'config/jest.config.mjs'];
const jest = spawn(process.execPath, [...program, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Code that Node compiled once is read from here; a started service is up a fifth sooner.
    NODE_COMPILE_CACHE: `${root}node_modules/.cache/node-compile`,
    OFFICE_TEST_TEMPLATE: template,
    CONTRACT_VALIDATORS: contractValidators(),
    ...process.env,
    ...services,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, ...options].join(' ').trim(),
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
jest.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  if (postgres) dropTemplate(postgres, template).catch(({ message }) => console.error(message));
});

/** With `--changed`, the suites that it finds by their paths; without any the command ends here. */
function given(words) {
  const { isAsked, rest, ...asked } = readChanged(words);
  if (!isAsked) return { args: rest };
  const found = changedOrExit(asked);
  process.stderr.write(announcement(found));
  if (found.suites.length === 0) process.exit(0);
  return { args: ['--runTestsByPath', ...found.suites, ...rest], needs: { build: found.build } };
}

function changedOrExit(asked) {
  try {
    return changedSuites(root, asked);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
