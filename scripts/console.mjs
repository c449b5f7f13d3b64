/**
 * The console's packages and its build, which `npm run build` and `npm start` bring up to date.
 * `node scripts/console.mjs` serves it for development with hot reload, in front of the service at
 * HOST and PORT.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { newest } from './newest.mjs';
import { licencesOf } from './licences.mjs';
import { isComplete, neededAt, readPackages } from './installed.mjs';
import { npm } from './npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'console');
const out = join(root, 'dist', 'console');
const marker = join(out, '.built');
const inputs = [
  'console/src',
  'console/index.html',
  'console/package-lock.json',
  'console/vite.config.mjs',
  'src/client',
  'src/protocol',
  'src/models/routing',
  'src/models/catalogue',
  'scripts/console.mjs',
  'scripts/licences.mjs',
];

/** True if the console's installed packages match its lock file. */
export function isConsoleInstalled() {
  const locked = readPackages(join(folder, 'package-lock.json'));
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  const known = locked !== undefined && present !== undefined;
  return known && isComplete(neededAt('everything', locked), present);
}

/** @throws when npm fails */
export function installConsole() {
  // Retries once after a second: a start does not wait minutes for the page, which it can do
  // without.
  npm(['ci', '--prefix', 'console', '--include=optional', '--include=dev', '--fetch-retries=1']);
}

/** True if dist/console is up to date with the sources. */
export function isConsoleBuilt() {
  const built = statSync(marker, { throwIfNoEntry: false });
  return built !== undefined && inputs.every((input) => newest(join(root, input)) <= built.mtimeMs);
}

/** Builds in a child process, whose memory is freed at its end. @throws when it fails */
export function buildConsole() {
  const { status, error } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'build'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (error) throw error;
  if (status !== 0) throw new Error('The build of the console failed.');
}

function vite() {
  const path = createRequire(join(folder, 'package.json')).resolve('vite');
  return import(pathToFileURL(path).href);
}

async function build() {
  const startedAt = new Date();
  const { build: viteBuild } = await vite();
  const { output } = await viteBuild({ root: folder, logLevel: 'warn' });
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(out, 'licences.txt'), licencesOf(modules));
  const assets = readdirSync(join(out, 'assets')).filter((name) => /\.(?:js|css|svg)$/.test(name));
  for (const name of assets) compress(join(out, 'assets', name));
  writeFileSync(marker, '');
  utimesSync(marker, startedAt, startedAt);
}

/** Writes the compressed forms beside the file, for each encoding of browsers. */
function compress(path) {
  const text = readFileSync(path);
  if (text.length < 1024) return;
  writeFileSync(`${path}.br`, brotliCompressSync(text));
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}

/** Serves the page with hot reload, in front of the service at HOST and PORT. */
export async function serveConsole() {
  const { createServer } = await vite();
  const server = await createServer({ root: folder });
  await server.listen();
  server.printUrls();
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(join(folder, 'node_modules')) && process.argv[2] === 'build') installConsole();
  await (process.argv[2] === 'build' ? build() : serveConsole());
}
