/**
 * Bundles the sources for suites that use the interfaces, some 700 modules per office, because Jest
 * loads every module again for every test file. The bundle is made again when sources or the tests'
 * imports change, in a folder named after them.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSources } from './bundle-for-tests.mjs';
import { cachedFolder } from './cached-folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'test-sources');

/** For Jest's `moduleNameMapper`: imports from `src/` come from the bundle. */
export async function testSources() {
  const entries = importedSources();
  const folder = await cachedFolder(cache, fingerprint(entries), (unfinished) =>
    bundleSources(root, entries, unfinished),
  );
  return {
    [`^(?:(?:\\.{1,2}/)+src/|#)(${entries.map(RegExp.escape).join('|')})\\.js$`]: `${folder}/$1.mjs`,
  };
}

/** Modules that files outside src/ import values from, by path in src/ without extension. */
function importedSources() {
  const files = globSync('{test,bench}/**/*.{ts,mjs}', { cwd: root });
  const statement =
    /^(?:import|export) (?!type )[^;']*?'(?:(?:\.{1,2}\/)+src\/|#(?!test\/))([^']+)\.js';$|\bimport\('(?:\.{1,2}\/)+src\/([^']+)\.js'\)/gm;
  const imported = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map(
      ([, one, other]) => one ?? other,
    ),
  );
  return [...new Set(imported)].toSorted();
}

function fingerprint(entries) {
  const hash = createHash('sha256').update(entries.join('\n'));
  const scripts = ['test-sources', 'bundle-for-tests', 'bundle', 'compile'].map(
    (name) => `scripts/${name}.mjs`,
  );
  const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.spec.ts'] }).toSorted();
  for (const file of ['package-lock.json', ...scripts, ...sources]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
