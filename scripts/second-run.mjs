/**
 * Suites that failed while others ran get one run of their own, because a loaded machine can fail a
 * test that waits. A suite that fails again has failed; one that passes is named, so that it can be
 * fixed.
 *
 *    node scripts/second-run.mjs failed <results.json>              prints the failed suites, one per line
 *    node scripts/second-run.mjs merge <results.json> <again.json>  merges the second results into the first
 *
 * With more than five failed suites, or a failed one without a path, nothing is repeated: `failed`
 * prints nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const mostSuites = 5;

/** The paths of suites that are repeated. */
export function failedSuites(results) {
  const paths = (results?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
  return paths.length > mostSuites ? [] : paths;
}

/** The first results, with the counted fields of the repeated suites replaced. */
export function mergeResults(first, again) {
  const second = new Map(again.testResults.map((suite) => [suite.name, suite]));
  const testResults = first.testResults.map((suite) => second.get(suite.name) ?? suite);
  const count = (...statuses) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => statuses.includes(status)).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
    numRuntimeErrorTestSuites: testResults.filter(couldNotLoad).length,
    testResults,
  };
}

/** `<suite> › <test>` of tests that failed first and passed when repeated. */
export function passedAlone(first, again) {
  const names = (results, status) =>
    results.testResults.flatMap((suite) =>
      suite.assertionResults
        .filter((test) => test.status === status)
        .map(({ fullName }) => `${suite.name} › ${fullName}`),
    );
  const passed = new Set(names(again, 'passed'));
  return names(first, 'failed').filter((name) => passed.has(name));
}

function couldNotLoad({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

function main([command, file, second]) {
  if (command === 'failed') {
    for (const path of failedSuites(read(file))) process.stdout.write(`${path}\n`);
    return;
  }
  const first = read(file);
  const again = read(second);
  for (const name of passedAlone(first, again)) {
    process.stderr.write(`FAILED BESIDE OTHERS, PASSED ALONE: ${name}\n`);
  }
  writeFileSync(file, JSON.stringify(mergeResults(first, again)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
