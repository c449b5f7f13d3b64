/** How long each suite took in its last run here, ms, by its path from the root. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'node_modules', '.cache', 'test-durations.json');

/** Nothing is known if the file is missing or damaged. */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Adds these results of Jest; suites that did not run keep theirs. */
export function noteDurations(results) {
  const ran = results.filter(({ skipped, perfStats }) => !skipped && perfStats.runtime > 0);
  const noted = ran.map(({ testFilePath, perfStats }) => [
    relative(root, testFilePath),
    perfStats.runtime,
  ]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...readDurations(), ...Object.fromEntries(noted) }));
}
