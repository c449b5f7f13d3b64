/**
 * `npm run bench -- load [--floors 20] [--runs 1000] [--sockets 500] [--minutes 5] [--replicas 2]
 * [--day] [--keep]`: the built service in its own process under a steady load; see
 * `support/steady-load.ts`. `--day` runs a day's work in ten minutes (2,000 runs, 100 sockets) to
 * measure the memory that it leaves. Ends with 1 if an event was lost, a run did not end, memory
 * grew or another goal was missed. Several replicas are a fleet on the PostgreSQL server of
 * `OFFICE_TEST_POSTGRES_URL` and the Redis server of `OFFICE_TEST_REDIS_URL`.
 */
import { parseArgs } from 'node:util';
import { createDatabase } from '../test/support/created-database.js';
import { benchDirectory } from './support/bench-directory.js';
import { report } from './support/report.js';
import { keepResult } from './support/results.js';
import { ServerProcess } from './support/service-process.js';
import { simulatedProvider, steadyLoad } from './support/steady-load.js';

const postgres = process.env.OFFICE_TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const redis = process.env.OFFICE_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const usual = { runs: '1000', minutes: '5', sockets: '500' };
const day = { runs: '2000', minutes: '10', sockets: '100' };
const { values } = parseArgs({
  options: {
    floors: { type: 'string', default: '20' },
    runs: { type: 'string' },
    sockets: { type: 'string' },
    minutes: { type: 'string' },
    day: { type: 'boolean', default: false },
    replicas: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const length = values.day ? day : usual;
const size = {
  floors: Number(values.floors),
  runs: Number(values.runs ?? length.runs),
  sockets: Number(values.sockets ?? length.sockets),
  minutes: Number(values.minutes ?? length.minutes),
};
const replicas = Number(values.replicas);
if (![...Object.values(size), replicas].every((each) => each > 0)) {
  throw new Error('--floors, --runs, --sockets, --minutes and --replicas are numbers above 0');
}
const directory = benchDirectory();
const database = replicas > 1 ? await createDatabase(postgres) : null;
const services: ServerProcess[] = [];
try {
  const env = { ...simulatedProvider, ...(database !== null && fleet(database.url)) };
  while (services.length < replicas) {
    services.push(await ServerProcess.service(directory.path, env));
  }
  const findings = await steadyLoad(services, size);
  if (!report(findings)) process.exitCode = 1;
  if (values.keep) keepResult(nameOfResult(), findings);
} finally {
  await Promise.all(services.map((each) => each.end()));
  await database?.drop();
  directory.remove();
}

function nameOfResult(): string {
  return ['load', ...(values.day ? ['day'] : []), ...(replicas > 1 ? ['fleet'] : [])].join('-');
}

function fleet(url: string): Readonly<Record<string, string>> {
  return { OFFICE_DB: url, OFFICE_REDIS_URL: redis };
}
