/**
 * `node scripts/bench-plots.mjs`: the plots and the table of docs/benchmarks.md from the stored
 * results of `npm run bench -- --keep`, of `fleet --keep` and of `load --keep`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plotOf } from './bench-plot.mjs';
import { documentWith, hasPlot } from './bench-table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'bench', 'results');
const pictures = join(root, 'docs', 'pictures');
const document = join(root, 'docs', 'benchmarks.md');

/** Returns the expected text of the generated files of docs/, by path. */
export async function documentsOfResults() {
  const stored = readdirSync(results)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')));
  const plots = stored
    .filter(hasPlot)
    .map((result) => [join(pictures, `bench-${result.bench}.svg`), plotOf(result)]);
  const text = await documentWith(readFileSync(document, 'utf8'), stored);
  return new Map([...plots, [document, text]]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const documents = await documentsOfResults();
  mkdirSync(pictures, { recursive: true });
  for (const name of readdirSync(pictures)) {
    if (/^bench-.*\.svg$/.test(name)) rmSync(join(pictures, name));
  }
  for (const [path, text] of documents) {
    writeFileSync(path, text);
    console.log(path);
  }
}
