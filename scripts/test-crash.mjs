/**
 * `node scripts/run.mjs test:crash --kills 1000 --seed 7`: the crash suite at length. A seed
 * repeats the same kills; the default is taken from the clock and printed.
 */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
process.env.CRASH_KILLS = values.kills;
if (values.seed !== undefined) process.env.CRASH_SEED = values.seed;
process.argv.splice(2, Infinity, 'test/crash');
await import('./test.mjs');
