/**
 * `node scripts/run.mjs test:fleet --minutes 30 --seed 7`: a fleet of three instances under load
 * and faults. A seed repeats the order of the faults; the default is taken from the clock and
 * printed.
 */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
process.env.FLEET_MINUTES = values.minutes;
if (values.seed !== undefined) process.env.FLEET_SEED = values.seed;
process.argv.splice(2, Infinity, 'test/fleet/fleet-campaign');
await import('./test.mjs');
