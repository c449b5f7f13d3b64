import pg from 'pg';
import type { RunSession } from '../src/runs/engine/journal/run-session.js';
import { putStep } from '../test/runs/support/steps.js';
import { StoredRuns } from '../test/runs/support/stored-runs.js';
import { openBenchStore } from './support/bench-store.js';
import { type Finding, finding, percentile, processorTime } from './support/measure.js';

const server = process.env.OFFICE_TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const seconds = 3;
const samples = 3;
/** Goals, commits per second, by concurrent runs. */
const goals: Readonly<Record<number, number>> = { 16: 2000 };

/**
 * Journal commits per second on PostgreSQL: each proves a lease, writes the run's record and a
 * step, and publishes an event. Every run commits one after another, as in the service.
 */
export default async function commitsBench(): Promise<readonly Finding[]> {
  const database = `office_bench_${process.pid}`;
  await onServer(`CREATE DATABASE ${database}`);
  const store = await openBenchStore({
    kind: 'postgres',
    url: Object.assign(new URL(server), { pathname: `/${database}` }).href,
  });
  const runs = new StoredRuns(store);
  const findings: Finding[] = [];
  for (const count of [1, 4, 16]) findings.push(await measured(runs, count));
  await store.dataSource.destroy();
  await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
  return findings;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function measured(runs: StoredRuns, count: number): Promise<Finding> {
  const sessions: RunSession[] = [];
  for (let index = 0; index < count; index++) sessions.push(await runs.begin());
  await sample(runs, sessions);
  const taken: Sample[] = [];
  for (let index = 0; index < samples; index++) taken.push(await sample(runs, sessions));
  const rate = percentile(
    taken.map((each) => each.rate),
    0.5,
  );
  const cost = percentile(
    taken.map((each) => each.cpuMs),
    0.5,
  );
  return finding(
    `journal commits, ${count} ${count === 1 ? 'run' : 'runs'} at once`,
    { value: rate, unit: 'a second', goal: goals[count] ?? 0, good: 'above' },
    `each with ${cost.toFixed(2)} ms of the service's processor time`,
  );
}

interface Sample {
  /** Commits per second. */
  readonly rate: number;
  /** Processor time of one commit, ms. */
  readonly cpuMs: number;
}

async function sample(runs: StoredRuns, sessions: readonly RunSession[]): Promise<Sample> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let total = 0;
  const used = await processorTime(async () => {
    const counts = await Promise.all(sessions.map((each) => commitUntil(runs, each, until)));
    total = counts.reduce((sum, each) => sum + each, 0);
  });
  return { rate: (total * 1000) / (performance.now() - begun), cpuMs: used / total };
}

let steps = 0;

async function commitUntil(runs: StoredRuns, session: RunSession, until: number): Promise<number> {
  let commits = 0;
  for (; performance.now() < until; commits++) {
    await runs.journal.commit(session, (commit) => {
      steps += 1;
      putStep(commit, `s/dev${steps}`, 'started', {
        turnId: `turn ${steps}`,
        text: 'x'.repeat(200),
      });
      commit.changeRun((run) => run);
      commit.publish({ type: 'log', level: 'info', scope: 'bench', message: 'y'.repeat(300) });
    });
  }
  return commits;
}
