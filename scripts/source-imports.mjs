/** Which files of the checkout import which. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Maps each code file of the checkout to the files that it imports values from. */
export function readImports(root) {
  const files = globSync(['{src,test,bench}/**/*.{ts,mjs}', 'console/src/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['bench/evals/tasks/**'],
  });
  const known = new Set(files);
  return new Map(files.map((file) => [file, importsOf(root, file, known)]));
}

const statement = /^(?:import|export) (?!type )[^;']*?'([.#][^']+)';$|\bimport\('([.#][^']+)'\)/gm;

function importsOf(root, file, known) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(statement)].map(([, one, other]) => resolved(file, one ?? other, known));
}

/** The file of an import; for a deleted one, its former path. */
function resolved(file, name, known) {
  const path = name.startsWith('#')
    ? name.replace(/^#(?!test\/)/, 'src/').replace('#', '')
    : join(dirname(file), name);
  if (known.has(path)) return path;
  const source = path.replace(/\.js$/, '.ts');
  return known.has(`${source}x`) ? `${source}x` : source;
}
