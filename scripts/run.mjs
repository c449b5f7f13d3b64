/**
 * `node scripts/run.mjs <command> [arguments]`: runs every script of package.json. Under an
 * unsupported Node it starts a supported one and passes signals and the exit code through. Installs
 * and builds what the command needs, then runs the command in this process.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import './closed-pipe.mjs';
import { nodeFirst } from './node-first.mjs';
import { prepareOrExit } from './prepare.mjs';
import { isSupported, supportedNode } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [name, ...rest] = process.argv.slice(2);
const service = { level: 'production', build: 'service' };
const page = { level: 'production', build: 'page' };
const checks = { level: 'everything', build: 'none' };

/**
 * For each command: what it needs (none: it prepares for itself), its file, and its fixed
 * arguments.
 */
const commands = {
  start: { needs: page, file: 'dist/main.js' },
  dev: { needs: { ...checks, page: true }, file: 'scripts/dev.mjs' },
  office: { needs: service, file: 'dist/cli/office.js' },
  brief: { needs: service, file: 'dist/cli/brief.js' },
  route: { needs: service, file: 'dist/cli/route.js' },
  plugin: { needs: service, file: 'dist/cli/plugin.js' },
  models: { needs: service, file: 'dist/cli/models.js' },
  build: { needs: { ...service, build: 'none' }, file: 'scripts/build.mjs' },
  prepare: { needs: { ...checks, page: true } },
  test: { file: 'scripts/test.mjs' },
  'test:crash': { file: 'scripts/test-crash.mjs' },
  fuzz: { file: 'scripts/fuzz.mjs' },
  'test:fleet': { file: 'scripts/test-fleet.mjs' },
  'test:image': { file: 'scripts/test-image.mjs' },
  'test:postgres': { file: 'scripts/test-postgres.mjs' },
  seeds: { needs: checks, file: 'scripts/seeds.mjs' },
  golden: { file: 'scripts/golden.mjs' },
  'models:update': { file: 'scripts/models-update.mjs' },
  release: { needs: {}, file: 'scripts/release.mjs' },
  screenshots: { needs: {}, file: 'scripts/screenshots.mjs' },
  bench: { file: 'scripts/bench.mjs' },
  eval: { file: 'scripts/eval.mjs' },
  schemas: { needs: checks, file: 'scripts/generate-record-schemas.mjs' },
  typecheck: { needs: { ...checks, page: true }, file: 'scripts/typecheck.mjs' },
  console: { needs: { ...checks, page: true }, file: 'scripts/console.mjs' },
  lint: { needs: { ...checks, page: true }, file: 'scripts/lint.mjs' },
  'lint:imports': {
    needs: checks,
    file: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    args: ['src', 'test', '--config', 'config/dependency-cruiser.cjs'],
  },
  format: {
    needs: checks,
    file: 'node_modules/prettier/bin/prettier.cjs',
    args: rest.includes('--check') ? ['.'] : ['--write', '.'],
  },
  typeorm: {
    needs: checks,
    loader: '@swc-node/register/esm-register',
    file: 'node_modules/typeorm/cli.js',
    args: ['--dataSource', 'ormconfig.ts'],
  },
};

const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  endWith(`There is no command "${name}". There is: ${Object.keys(commands).join(', ')}.`);
}
if (process.env.npm_lifecycle_event !== undefined) await endWithParent();
const installing = isSupported() ? undefined : installBeside(command.needs ?? checks);
const node = nodeOrEnd();
await installing;
process.env.PATH = nodeFirst(process.env.PATH ?? '', node);
if (node === process.execPath) await become(command);
else handOver();

/**
 * Is loaded again when the service restarts itself, because the new process gets the same options.
 */
async function endWithParent() {
  const file = new URL('end-with-parent.mjs', import.meta.url).href;
  process.execArgv.push('--import', file);
  await import(file);
}

/**
 * Installs dependencies in a child process while this one waits for a Node to be installed, which
 * saves a third of the time. If it fails, the command tries again and reports why.
 */
function installBeside({ level }) {
  const args = ['--install-only', ...(level === 'production' ? ['--production'] : [])];
  const child = spawn(process.execPath, [join(root, 'scripts', 'prepare.mjs'), ...args], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  return new Promise((resolve) => child.on('error', resolve).on('exit', resolve));
}

function nodeOrEnd() {
  try {
    return supportedNode();
  } catch (error) {
    return endWith(error.message);
  }
}

async function become({ needs, loader, file, args = [] }) {
  if (needs !== undefined) prepareOrExit(needs);
  if (file === undefined) return;
  const path = join(root, file);
  process.argv.splice(1, Infinity, path, ...args, ...rest);
  if (loader !== undefined) await import(loader);
  await import(pathToFileURL(path).href);
}

/**
 * Runs the command in a child process of the other Node, which gets the command as parsed here.
 * Ctrl-C from the terminal already reaches both; passing it on would count as a second one.
 */
function handOver() {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(node, [script, name, ...rest], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const passOn = signal !== 'SIGINT' || !process.stdin.isTTY;
    process.on(signal, () => passOn && child.kill(signal));
  }
  child.on('error', (error) => endWith(error.message));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

function endWith(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
