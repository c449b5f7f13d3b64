/**
 * Prints `N passed, N failed, N skipped` over all the files that `jest --json --outputFile` wrote,
 * and ends with 1 unless everything passed. A suite that could not even load counts as one failure:
 * Jest itself counts no test in it. The same holds when Jest left no results at all. With CI=true
 * nothing may be skipped: what was is named on standard error, and ends with 1 as well.
 *
 *   node scripts/count-tests.mjs <results.json> ...
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Counts of one run; undefined results are those of a Jest that left none. */
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

/** The full names of the tests that did not run. */
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
