/** How long each suite took in its last run here, ms, by its path from the root. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'node_modules', '.cache', 'test-durations.json');

/** The suites that take longest, and folders of long ones; begun last, they would prolong a run. */
export const longest = [
  'test/evals/solver.',
  'test/fleet/fleet-campaign.',
  'test/obedience/',
  'test/cli/office.',
  'test/doors/forges/',
  'test/cli/comments.',
  'test/crash/golden-journals.',
  'test/crash/',
  'test/client/',
  'test/console/accessibility.',
  'test/console/first-minute.',
  'test/console/',
  'test/runs/revert-and-deliver.',
  'test/runs/deeds-of-employees.',
  'test/platform/boot.',
  'test/fleet/decisions.',
  'test/container/image.',
  'test/runs/run-diff.',
  'src/tools/git/',
  'test/fuzz/doors.',
  'test/platform/clock-jumps.',
  'test/platform/request-flood.',
  'test/scripts/dev.',
  'test/plugins/guest-messages.',
  'test/plugins/looping-plugins.',
  'test/plugins/slow-plugins.',
  'test/platform/openapi.',
];

/** What a suite takes that has not run here yet, ms. */
const usual = { longest: 30_000, inLongFolder: 12_000, e2e: 5000, unit: 600 };

/** How long a suite takes, ms: as in its last run here, or else what is usual for its kind. */
export function expectedMs(suite, durations) {
  return durations[suite] ?? usual[kindOf(suite)];
}

function kindOf(suite) {
  const start = longest.find((each) => suite.startsWith(each));
  if (start !== undefined) return start.endsWith('/') ? 'inLongFolder' : 'longest';
  return suite.startsWith('src/') ? 'unit' : 'e2e';
}

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
