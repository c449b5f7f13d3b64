/**
 * Runs the tests with generated input at length. A seed repeats the same input.
 *
 *    npm run fuzz -- --requests 1000000   requests and frames for every operation and every command
 *    npm run fuzz -- --cases 100000       archives, manifests, streams, arguments of tools, concurrent
 *                                         writers, messages of plugins, and a thousand runs in random
 *                                         workspaces for each law of diff, revert and delivery
 *    npm run fuzz -- --cases 100000 src/runs/changes/laws   one of these suites
 *    npm run fuzz -- --portman            the external fuzzer on the OpenAPI document
 */
import { parseArgs } from 'node:util';
import { prepareOrExit } from './prepare.mjs';

const byCases = [
  'test/fuzz/.*(streams|files)',
  'src/tools/hostile-input',
  'src/tools/files/several-writers',
  'src/runs/changes/laws',
  'test/plugins/guest-messages',
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '1000000' },
    cases: { type: 'string' },
    seed: { type: 'string', default: '1' },
    portman: { type: 'boolean', default: false },
  },
});
const suites = positionals.length > 0 ? positionals : byCases;

if (values.portman) {
  prepareOrExit();
  await import('../test/fuzz/portman/run.mjs');
} else if (values.cases === undefined) {
  await test({ FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed }, ['test/fuzz/doors']);
} else {
  await test({ FUZZ_CASES: values.cases, PROPERTY_SEED: values.seed }, suites);
}

async function test(environment, paths) {
  Object.assign(process.env, environment);
  process.argv.splice(2, Infinity, ...paths);
  await import('./test.mjs');
}
