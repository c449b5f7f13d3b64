/**
 * `npm run fuzz -- --requests 1000000`: generated requests and frames for every operation and every
 * command at length. A seed repeats the same ones.
 */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
});
process.env.FUZZ_REQUESTS = values.requests;
process.env.FUZZ_SEED = values.seed;
process.argv.splice(2, Infinity, 'test/fuzz/doors');
await import('./test.mjs');
