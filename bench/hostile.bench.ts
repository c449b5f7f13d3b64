import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { GeneratedLoad } from './support/generated-load.js';
import { type Finding, atMost, percentile } from './support/measure.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = process.env.OFFICE_TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const cases = process.argv.includes('--long') ? 150_000 : 10_000;
/** Maximum time of sending, ms. */
const longestMs = 15 * 60_000;
const sampleMs = 250;
/** Resident memory: half of the container's limit. */
const targets = { healthMs: 1000, loopMs: 1000, residentMb: 1024, heapMb: 512, grownMb: 100 };

/** Answer of `measured-process.mjs`. */
interface Measure {
  readonly heapBytes: number;
  readonly loopMs: number;
}

/**
 * Generated requests and frames, valid and invalid, over HTTP and sockets to the built service in
 * mock mode; `--postgres` uses a database server instead of a SQLite file. Linux only: resident
 * memory is read from `/proc`.
 */
export default async function load(): Promise<readonly Finding[]> {
  if (!process.argv.includes('--postgres')) return measured('office.sqlite');
  const name = `office_bench_${process.pid}`;
  await onServer(`CREATE DATABASE ${name}`);
  try {
    return await measured(Object.assign(new URL(server), { pathname: `/${name}` }).href);
  } finally {
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function measured(database: string): Promise<readonly Finding[]> {
  const directory = mkdtempSync(join(tmpdir(), 'office-load-'));
  const service = start(directory, database);
  try {
    return await underLoad(service, await addressOf(service));
  } finally {
    service.kill('SIGKILL');
    await once(service, 'close');
    rmSync(directory, { recursive: true });
  }
}

async function underLoad(service: ChildProcess, address: string): Promise<readonly Finding[]> {
  const before = await ask(service, 'measure');
  const answers: number[] = [];
  const watcher = new Worker(new URL('support/health-watcher.mjs', import.meta.url), {
    workerData: { address },
  });
  watcher.on('message', (took: number) => answers.push(took));
  const samples = sampled(service);
  const clients = new GeneratedLoad(address);
  const begun = performance.now();
  const sent = await clients.send(cases, longestMs);
  const seconds = (performance.now() - begun) / 1000;
  const { heaps, loops } = samples.stop();
  clients.close();
  await watcher.terminate();
  const statuses = [...clients.statuses].toSorted(([a], [b]) => a - b);
  console.log(`  ${sent} in ${seconds.toFixed(0)} s; ${JSON.stringify(statuses)}`);
  const after = await ask(service, 'measure');
  const mb = (bytes: number): number => bytes / 1024 / 1024;
  const failed = answers.filter((took) => took < 0).length;
  return [
    atMost('longest answer of /api/health', Math.max(...answers), 'ms', targets.healthMs),
    atMost('the 99th of a hundred', percentile(answers, 0.99), 'ms', targets.healthMs),
    atMost('answers of /api/health that failed', failed, '', 0),
    atMost('longest stop of the event loop', Math.max(...loops), 'ms', targets.loopMs),
    atMost('most resident memory', peakMb(service), 'MB', targets.residentMb),
    atMost('most heap', mb(Math.max(...heaps)), 'MB', targets.heapMb),
    atMost('heap that stays', mb(after.heapBytes - before.heapBytes), 'MB', targets.grownMb),
  ];
}

function start(cwd: string, database: string): ChildProcess {
  return fork(join(root, 'dist/main.js'), {
    cwd,
    execArgv: ['--expose-gc', '--import', join(root, 'test/support/measured-process.mjs')],
    env: {
      PATH: process.env.PATH,
      OFFICE_DB: database,
      OFFICE_LLM_MODE: 'mock',
      OFFICE_SKILLS_DIR: join(root, 'skills'),
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
}

/** The address; the output is read to its end. */
function addressOf(service: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    service.once('exit', () => reject(new Error(`the service ended: ${printed}`)));
    service.stdout?.on('data', (chunk: Buffer) => {
      if (printed.length < 10_000) printed += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

async function ask(service: ChildProcess, what: 'measure' | 'sample'): Promise<Measure> {
  const answer = once(service, 'message') as Promise<[Measure]>;
  service.send(what);
  return (await answer)[0];
}

function sampled(service: ChildProcess) {
  const heaps: number[] = [];
  const loops: number[] = [];
  const receive = ({ heapBytes, loopMs }: Measure): void => {
    heaps.push(heapBytes);
    loops.push(loopMs);
  };
  service.on('message', receive);
  const timer = setInterval(() => service.send('sample'), sampleMs);
  const stop = () => {
    clearInterval(timer);
    service.off('message', receive);
    return { heaps, loops };
  };
  return { stop };
}

function peakMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
