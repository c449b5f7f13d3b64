/**
 * `npm run build [-- --service]`: compiles src/ to dist/ from scratch, file by file and without
 * type checking (`npm run typecheck` does that). Bundles what starts the service (bundle.mjs) and,
 * without `--service`, builds the client's package (build-client.mjs) and the console
 * (console.mjs). Writes a marker with the time at which the build began, so that a file saved
 * meanwhile counts as newer.
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
import { marker } from './built.mjs';
import { bundle } from './bundle.mjs';
import { compileFile } from './compile.mjs';
import { buildConsole, installConsole, isConsoleInstalled } from './console.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const out = join(root, 'dist');

try {
  await build();
  if (!process.argv.includes('--service')) {
    await buildPackage();
    if (!isConsoleInstalled()) installConsole();
    buildConsole();
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function build() {
  const startedAt = new Date();
  removeService();
  const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.spec.ts', '**/*.d.ts'] });
  for (const file of files) compileFile(join(source, file), source, out);
  for (const file of globSync(['**/*.json', '**/*.md'], { cwd: source })) {
    cpSync(join(source, file), join(out, file));
  }
  await bundle(root, out);
  writeFileSync(marker, '');
  utimesSync(marker, startedAt, startedAt);
}

/** Keeps dist/console, which is built on its own from other sources. */
function removeService() {
  for (const name of existsSync(out) ? readdirSync(out) : []) {
    if (name !== 'console') rmSync(join(out, name), { recursive: true });
  }
}

/** Loads the type-checking compiler, which a build of the service does not need. */
async function buildPackage() {
  const { buildClient } = await import('./build-client.mjs');
  buildClient();
}
