/**
 * `npm run dev`: runs the service from src/ and restarts it after each save; serves the page in
 * front of it with hot reload. Compiled files go to .dev/, so that dist/ keeps the last build.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleForDevelopment } from './bundle.mjs';
import { compiledPath, compileFile } from './compile.mjs';
import { serveConsole } from './console.mjs';
import { bundledPackages } from './test-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const out = join(root, '.dev');
const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;
const devService = fileURLToPath(new URL('dev-service.mjs', import.meta.url));
/**
 * Wait after a change, ms: editors write a file in several steps, and one command may save several
 * files.
 */
const settlingMs = 30;
/** Time to close, ms; afterwards the service is killed, which it survives like any crash. */
const closingMs = 1000;
/** Delay before the next process loads packages, ms, so that the service can start first. */
const spareAfterMs = 1500;

rmSync(out, { recursive: true, force: true });
const packages = await bundledPackages();
/** Each source's text when it was compiled, by path. */
const compiled = new Map();
let service;
/** The waiting process for the next start. */
let spare;
let saved = false;
let atWork = false;

watch(source, { recursive: true }, () => void restartAfterSave());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
await restartAfterSave();
const page = await serveConsole();

async function restartAfterSave() {
  saved = true;
  if (atWork) return;
  atWork = true;
  while (saved) {
    await delay(settlingMs);
    saved = false;
    await restart();
  }
  atWork = false;
}

/** Restarts the service; the running one stays if a source cannot be compiled. */
async function restart() {
  let imported;
  try {
    if (!compileChanges()) return;
    imported = await bundleForDevelopment(root, out, packages);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return;
  }
  await stop(service);
  service = isRunning(spare) ? spare : standBy(imported);
  spare = undefined;
  service.send(pathToFileURL(join(out, 'service.js')).href);
  service.on('exit', (code) => {
    if (code) process.stderr.write(`The service ended with ${code}. It starts after a change.\n`);
  });
  setTimeout(() => {
    if (!isRunning(spare)) spare = standBy(imported);
  }, spareAfterMs).unref();
}

/** Starts a process that loads the imports of the last service and waits. */
function standBy(imported) {
  return spawn(process.execPath, ['--import', endWithParent, devService, ...imported], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** True if anything was compiled or removed. @throws with the compiler's errors for a file */
function compileChanges() {
  const files = new Set(
    readdirSync(source, { recursive: true }).filter(
      (file) => /\.(?:ts|json|md)$/.test(file) && !/\.(?:spec|d)\.ts$/.test(file),
    ),
  );
  const changed = [...files].filter((file) => compiled.get(file) !== modified(file));
  const removed = [...compiled.keys()].filter((file) => !files.has(file));
  for (const file of removed) {
    rmSync(compiledPath(join(source, file), source, out), { force: true });
    compiled.delete(file);
  }
  for (const file of changed) {
    const at = modified(file);
    if (file.endsWith('.ts')) compileFile(join(source, file), source, out);
    else cpSync(join(source, file), join(out, file));
    compiled.set(file, at);
  }
  return changed.length + removed.length > 0;
}

function modified(file) {
  return statSync(join(source, file), { throwIfNoEntry: false })?.mtimeMs;
}

function isRunning(child) {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

async function stop(child) {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), closingMs);
  await ended;
  clearTimeout(late);
}

async function end() {
  await Promise.all([stop(service), stop(spare), page?.close()]);
  process.exit(0);
}
