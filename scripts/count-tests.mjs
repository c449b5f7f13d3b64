/**
 * Prints `N passed, N failed, N skipped` from a file that `jest --json --outputFile` wrote, and
 * ends with 1 unless everything passed. A suite that could not even load counts as one failure:
 * Jest itself counts no test in it. The same holds when Jest left no results at all.
 */
import { readFileSync } from 'node:fs';

const counts = countTests(process.argv[2]);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function countTests(file) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
