/**
 * `npm run fuzz -- --requests 1000000`: generated requests and frames for every operation and every
 * command at length. A seed repeats the same ones. `-- --portman` runs the fuzzer of others instead.
 */
import { parseArgs } from 'node:util';
import { prepareOrExit } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    portman: { type: 'boolean', default: false },
  },
});
if (values.portman) {
  prepareOrExit();
  await import('../test/fuzz/portman/run.mjs');
} else {
  process.env.FUZZ_REQUESTS = values.requests;
  process.env.FUZZ_SEED = values.seed;
  process.argv.splice(2, Infinity, 'test/fuzz/doors');
  await import('./test.mjs');
}
