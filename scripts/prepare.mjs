/**
 * Brings a checkout to where it can run: dependencies installed, sources built. Each step does
 * only what is missing and says nothing when there is nothing to do, so that every other command
 * can begin with it. Uses Node built-ins only: on a fresh clone there is nothing else.
 *
 *   node scripts/prepare.mjs [--install-only]
 */
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @throws when a step fails; what it printed says why. */
export function prepare({ installOnly = false } = {}) {
  if (!isInstalled()) {
    refuseLink();
    say('Installing dependencies; the database driver is compiled, which takes a minute or two.');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (!installOnly && !isBuilt()) {
    say('Building.');
    run('npm', ['run', '--silent', 'build']);
  }
}

/** npm would empty the folder behind the link, which belongs to another checkout. */
function refuseLink() {
  const modules = lstatSync(new URL('../node_modules', import.meta.url), { throwIfNoEntry: false });
  if (!modules?.isSymbolicLink()) return;
  throw new Error(
    'node_modules is a link to a place without what package-lock.json names. Remove the link, or install there.',
  );
}

/**
 * npm writes down what it put into node_modules once everything, install scripts included, went
 * well. Comparing that with the lock file also holds after a plain `npm install` of one package.
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const installed = present[path];
    if (!installed) return entry.optional === true;
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** What a step prints goes to standard error: standard output belongs to the command itself. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed.`);
}

function say(message) {
  process.stderr.write(`${message}\n`);
}

/** Prepares, or ends the process with the reason. */
export function prepareOrExit(options) {
  try {
    prepare(options);
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  prepareOrExit({ installOnly: process.argv.includes('--install-only') });
}
