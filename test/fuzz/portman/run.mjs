/**
 * `npm run fuzz -- --portman`: Portman's fuzzer on `docs/api/openapi.json`, against the built service
 * in mock mode. A request whose required field, length or number it broke is refused with 4xx, any
 * other request is answered below 500, and the service is healthy afterwards. Ends with 1 otherwise.
 * Its packages are in this folder, with a lock of their own, installed when it runs first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '..', '..', '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

if (!existsSync(join(here, 'node_modules'))) {
  execFileSync(npm, ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'ignore' });
}
const directory = mkdtempSync(join(tmpdir(), 'office-portman-'));
const service = spawn(process.execPath, [join(root, 'dist/main.js')], {
  cwd: directory,
  env: { PATH: process.env.PATH, OFFICE_LLM_MODE: 'mock', OFFICE_LOG_LEVEL: 'error', PORT: '0' },
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const address = await addressOf(service);
  const answers = await send(collectionFor(address));
  const wrong = answers.filter(({ name, code }) =>
    name.includes('[fuzzed]') ? code < 400 || code >= 500 : code === undefined || code >= 500,
  );
  for (const { name, code } of wrong) console.error(`  ${code ?? 'no answer'}  ${name}`);
  const health = await fetch(`${address}/api/health`);
  const fuzzed = answers.filter(({ name }) => name.includes('[fuzzed]')).length;
  console.log(`Portman: ${answers.length} requests, ${fuzzed} fuzzed, ${wrong.length} wrong.`);
  if (wrong.length > 0 || fuzzed === 0 || !health.ok) process.exitCode = 1;
} finally {
  service.kill();
  await once(service, 'close');
  rmSync(directory, { recursive: true });
}

/** What Portman makes of the document: a Postman collection. */
function collectionFor(address) {
  const output = join(directory, 'collection.json');
  const document = join(root, 'docs/api/openapi.json');
  const config = join(here, 'portman.json');
  const portman = join(here, 'node_modules/@apideck/portman/bin/portman');
  const options = ['-l', document, '-b', address, '-c', config, '-o', output];
  execFileSync(process.execPath, [portman, ...options], { cwd: directory, stdio: 'ignore' });
  return output;
}

/** @returns the name of each request and the status of its answer; undefined when there was none */
async function send(collection) {
  const newman = createRequire(import.meta.url)('newman');
  const answers = [];
  const run = newman.run({ collection, timeoutRequest: 30_000 });
  run.on('request', (_error, { item, response }) => {
    answers.push({ name: item.name, code: response?.code });
  });
  await once(run, 'done');
  return answers;
}

/** What it prints is read to its end, so that it can always print. */
function addressOf(child) {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the service ended: ${printed}`)));
    child.stdout.on('data', (chunk) => {
      if (printed.length < 10_000) printed += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}
