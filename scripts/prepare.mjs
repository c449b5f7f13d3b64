/**
 * Brings a checkout into a state in which it can run: dependencies installed, sources built. Each
 * step does only what is missing and is silent otherwise, so that every command can begin with it.
 * Uses only Node's own modules, since a fresh clone has nothing else.
 *
 *    node scripts/prepare.mjs [--production] [--install-only]
 */
import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, isClientBuilt, isCompiled } from './built.mjs';
import { buildConsole, installConsole, isConsoleBuilt, isConsoleInstalled } from './console.mjs';
import { isComplete, neededAt, readPackages } from './installed.mjs';
import { npm } from './npm.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { isSupported, oldestMajor } from './runtime.mjs';
import { step } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param level the dependencies to install: `production` or `everything`
 * @param build `none`, `files` (compiled, not bundled), `service`, `page` (with the console, as
 * `npm start` needs) or `everything` (with the client's package)
 * @param page true: install the console's packages if it is not built
 * @throws when a step fails; its output says why
 */
export function prepare({ level = 'everything', build = 'everything', page = false } = {}) {
  if (build !== 'none' && !isSupported()) {
    throw new Error(
      `This needs Node ${oldestMajor()} or later; this is ${process.version}. "npm run" brings one along.`,
    );
  }
  const steps = [
    { isDone: () => isInstalled(level), take: () => install(level) },
    ...buildSteps(build),
    ...(page ? [{ isDone: isConsoleInstalled, take: installPage }] : []),
    ...(build === 'page' || build === 'everything'
      ? [{ isDone: isConsoleBuilt, take: () => orGoOnWithout(buildPage) }]
      : []),
  ];
  if (steps.every(({ isDone }) => isDone())) return;
  oneAtATime(join(root, '.preparing'), () => {
    for (const { isDone, take } of steps) if (!isDone()) take();
  });
}

function buildSteps(build) {
  if (build === 'none') return [];
  if (build === 'files') return [{ isDone: isCompiled, take: buildFiles }];
  return [
    { isDone: isBuilt, take: buildService },
    ...(build === 'everything' ? [{ isDone: isClientBuilt, take: buildPackage }] : []),
  ];
}

function isInstalled(level) {
  const locked = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return (
    locked !== undefined && present !== undefined && isComplete(neededAt(level, locked), present)
  );
}

function install(level) {
  refuseLink();
  if (level === 'production') {
    const what = 'installing what starting needs.';
    step('Dependencies', what, () => npm(['ci', '--omit=dev', '--include=optional']));
  } else if (isInstalled('production')) {
    // `npm ci` would empty node_modules under a running service.
    const what = 'adding what tests and checks need.';
    const args = ['install', '--no-save', '--include=dev', '--include=optional'];
    step('Dependencies', what, () => npm(args));
  } else {
    const what = 'installing all of them.';
    step('Dependencies', what, () => npm(['ci', '--include=dev', '--include=optional']));
  }
}

/** Refuses a linked node_modules: npm would empty the folder of another checkout. */
function refuseLink() {
  const modules = lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false });
  if (!modules?.isSymbolicLink()) return;
  throw new Error(
    'node_modules is a link to a place without what package-lock.json names. Remove the link, or install there.',
  );
}

function buildFiles() {
  step('Build', 'compiling src/ to dist/.', () => compile('build.mjs', '--files'));
}

function buildService() {
  step('Build', 'compiling and bundling src/ to dist/.', () => compile('build.mjs', '--service'));
}

function buildPackage() {
  step('Build', 'making the package of the client.', () => compile('build-client.mjs'));
}

function installPage() {
  step('Console', 'installing what it is built with.', installConsole);
}

function buildPage() {
  if (!isConsoleInstalled()) installPage();
  step('Console', 'building the page.', buildConsole);
}

/** Continues without the page, which then says how to build it. */
function orGoOnWithout(take) {
  try {
    take();
  } catch (error) {
    process.stderr.write(`${error.message} The page at / is left out.\n`);
  }
}

/** Compiles in a child process, so that the compiler's memory is not the service's. */
function compile(script, ...args) {
  const { status, error } = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (error) throw error;
  if (status !== 0) throw new Error('The build failed.');
}

/** Prepares, or ends the process with the reason of the failure. */
export function prepareOrExit(options) {
  try {
    prepare(options);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  prepareOrExit({
    level: process.argv.includes('--production') ? 'production' : 'everything',
    build: process.argv.includes('--install-only') ? 'none' : 'everything',
  });
}
