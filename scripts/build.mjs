/**
 * `npm run build [-- --service | --files]`: compiles src/ to dist/ from scratch, file by file and
 * without type checking (`npm run typecheck` does that). With `--files` that is all: worker threads
 * need no more. Otherwise it bundles what starts the service (bundle.mjs) and, without `--service`,
 * builds the client's package (build-client.mjs) and the console (console.mjs). Writes a marker
 * with the time at which the build began, so that a file saved meanwhile counts as newer.
 */
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markers } from './built.mjs';
import { compileFile } from './compile.mjs';
import { buildConsole, installConsole, isConsoleInstalled } from './console.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const out = join(root, 'dist');

try {
  await build(process.argv.includes('--files') ? 'compiled' : 'bundled');
  if (!process.argv.some((word) => word === '--service' || word === '--files')) {
    await buildPackage();
    if (!isConsoleInstalled()) installConsole();
    buildConsole();
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function build(kind) {
  const startedAt = new Date();
  removeService();
  const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.spec.ts', '**/*.d.ts'] });
  for (const file of files) compileFile(join(source, file), source, out);
  for (const file of globSync(['**/*.json', '**/*.md'], { cwd: source })) {
    cpSync(join(source, file), join(out, file));
  }
  if (kind === 'bundled') await bundleService();
  writeFileSync(markers[kind], '');
  utimesSync(markers[kind], startedAt, startedAt);
}

/** Keeps dist/console, which is built on its own from other sources. */
function removeService() {
  for (const name of existsSync(out) ? readdirSync(out) : []) {
    if (name !== 'console') rmSync(join(out, name), { recursive: true });
  }
}

/** Loads the bundler, which compiling does not need. */
async function bundleService() {
  const { bundle } = await import('./bundle.mjs');
  await bundle(root, out);
}

/** Loads the type-checking compiler, which a build of the service does not need. */
async function buildPackage() {
  const { buildClient } = await import('./build-client.mjs');
  buildClient();
}
