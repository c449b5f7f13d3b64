/**
 * `npm run build [-- --service]`: compiles src/ to dist/ from scratch, file by file and without
 * checking types (`npm run typecheck` does). What starting loads is bundled (bundle.mjs), and the
 * client becomes a package (build-client.mjs) and the console is built (console.mjs), without `--service`. Leaves a marker that dates the
 * build by its beginning, so that a file saved meanwhile counts as newer.
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

/** The console is built on its own, from other sources. */
function removeService() {
  for (const name of existsSync(out) ? readdirSync(out) : []) {
    if (name !== 'console') rmSync(join(out, name), { recursive: true });
  }
}

/** Loads the compiler that checks types, which the service needs none of. */
async function buildPackage() {
  const { buildClient } = await import('./build-client.mjs');
  buildClient();
}
