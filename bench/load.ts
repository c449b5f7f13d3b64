/**
 * `npm run load -- [--floors 20] [--runs 1000] [--sockets 500] [--minutes 5] [--keep]`: the built
 * service in a process of its own under a steady load; see `support/steady-load.ts`. Ends with 1 when
 * an event was lost, a run did not end, memory stays or another goal was missed.
 */
import { parseArgs } from 'node:util';
import { benchDirectory } from './support/bench-directory.js';
import { keepResult } from './support/results.js';
import { ServerProcess } from './support/service-process.js';
import { simulatedVendor, steadyLoad } from './support/steady-load.js';

const { values } = parseArgs({
  options: {
    floors: { type: 'string', default: '20' },
    runs: { type: 'string', default: '1000' },
    sockets: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
  },
});
const size = {
  floors: Number(values.floors),
  runs: Number(values.runs),
  sockets: Number(values.sockets),
  minutes: Number(values.minutes),
};
if (!Object.values(size).every((each) => each > 0)) {
  throw new Error('--floors, --runs, --sockets and --minutes are numbers above 0');
}
const directory = benchDirectory();
const service = await ServerProcess.service(directory.path, simulatedVendor);
try {
  const findings = await steadyLoad(service, size);
  for (const { what, found, target, met } of findings) {
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${found} (goal: ${target})`);
    if (!met) process.exitCode = 1;
  }
  if (values.keep) keepResult('load', findings);
} finally {
  await service.end();
  directory.remove();
}
