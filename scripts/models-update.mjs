/**
 * Updates the catalogue data (`src/models/catalogue/data`): downloads the newest
 * `@earendil-works/pi-ai` package without installing it and writes one file per provider. Its code
 * is never run, and none of its dependencies is needed.
 *
 *    npm run models:update              the newest version
 *    npm run models:update -- 1.5.2     that version
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueData, providers, written } from './model-data/catalogue-data.mjs';

const name = '@earendil-works/pi-ai';
const root = join(import.meta.dirname, '..');
const corrections = JSON.parse(
  readFileSync(join(import.meta.dirname, 'model-data/corrections.json'), 'utf8'),
);

const directory = mkdtempSync(join(tmpdir(), 'model-data-'));
try {
  update(process.argv[2] ?? 'latest', directory);
} finally {
  rmSync(directory, { recursive: true });
}

function update(wanted, directory) {
  const { version, license, time } = JSON.parse(
    npm('view', `${name}@${wanted}`, 'version', 'license', 'time', '--json'),
  );
  const file = npm('pack', `${name}@${version}`, '--silent', '--pack-destination', directory);
  execFileSync('tar', ['-xzf', join(directory, file.trim().split('\n').at(-1)), '-C', directory]);
  const source = { package: name, version, license, published: time[version].slice(0, 10) };
  const generated = new Date().toISOString().slice(0, 10);
  for (const [provider, { from }] of Object.entries(providers)) {
    const path = join(directory, 'package/dist/providers/data', `${from}.json`);
    const data = JSON.parse(readFileSync(path, 'utf8'));
    const result = catalogueData(provider, { data, source, generated, corrections });
    writeFileSync(join(root, 'src/models/catalogue/data', `${provider}.json`), written(result));
    process.stdout.write(`${provider}: ${result.models.length} models\n`);
  }
}

function npm(...args) {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
