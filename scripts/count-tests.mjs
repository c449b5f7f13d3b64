/**
 * Prints `N passed, N failed, N skipped` over all result files of `jest --json --outputFile`; ends
 * with 1 unless everything passed. A suite that failed to load, for which Jest counts no tests,
 * counts as one failure; so do missing results. With CI=true skipped tests are named on standard
 * error and end with 1 too.
 *
 *    node scripts/count-tests.mjs <results.json> ...
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Counts one run; undefined if Jest left no results. */
export function countTests(results) {
  if (results === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

export function sumCounts(counts) {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** Full names of the skipped tests. */
export function skippedTests(results) {
  return (results?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending' || status === 'todo')
    .map(({ fullName }) => fullName);
}

function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function report(files) {
  const runs = files.map(readResults);
  const { passed, failed, skipped } = sumCounts(runs.map(countTests));
  const forbidden = process.env.CI === 'true' && skipped > 0;
  if (forbidden) {
    for (const name of runs.flatMap(skippedTests)) {
      process.stderr.write(`SKIPPED, and CI must run it: ${name}\n`);
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = failed === 0 && !forbidden ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) report(process.argv.slice(2));
