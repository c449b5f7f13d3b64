/**
 * Jest loads every module again for every test file, and an office is some 700 of them. For suites
 * that go through the doors the sources are bundled into one file, made when sources or what tests
 * import of them has changed, in a folder named after that.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSources } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'test-sources');

/** For Jest's `moduleNameMapper`: what is imported by way of `src/` comes from the bundle. */
export async function testSources() {
  const entries = importedSources();
  const folder = join(cache, fingerprint(entries));
  if (!existsSync(folder)) await make(folder, entries);
  return {
    [`^(?:\\.{1,2}/)+src/(${entries.map(RegExp.escape).join('|')})\\.js$`]: `${folder}/$1.mjs`,
  };
}

/** Modules that files outside src/ import values of, by their paths in it without the ending. */
function importedSources() {
  const files = globSync('{test,bench}/**/*.{ts,mjs}', { cwd: root });
  const statement =
    /^(?:import|export) (?!type )[^;']*?'(?:\.{1,2}\/)+src\/([^']+)\.js';$|\bimport\('(?:\.{1,2}\/)+src\/([^']+)\.js'\)/gm;
  const imported = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map(
      ([, one, other]) => one ?? other,
    ),
  );
  return [...new Set(imported)].toSorted();
}

function fingerprint(entries) {
  const hash = createHash('sha256').update(entries.join('\n'));
  const scripts = ['test-sources', 'bundle', 'compile'].map((name) => `scripts/${name}.mjs`);
  const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.spec.ts'] }).toSorted();
  for (const file of ['package-lock.json', ...scripts, ...sources]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Appears whole or not at all, also when two runs of the tests begin together; earlier ones go. */
async function make(folder, entries) {
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  await bundleSources(root, entries, unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
