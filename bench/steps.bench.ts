import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseConfig } from '../src/platform/config/office-config.js';
import type { RunCommit } from '../src/runs/engine/journal/run-journal.js';
import { StoredRuns } from '../test/runs/support/stored-runs.js';
import { openBenchStore } from './support/bench-store.js';
import { benchDirectory } from './support/bench-directory.js';
import { type Finding, finding, median } from './support/measure.js';

const server = process.env.OFFICE_TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const peers = join(import.meta.dirname, 'peers');
/** Length of a step's result, characters. */
const payload = 500;
const workflows = 16;
const steps = 25;
const rounds = 5;
const goal = 3;

interface Round {
  readonly cpuMs: number;
  readonly clockMs: number;
}

interface Contender {
  readonly name: string;
  round(): Promise<Round>;
  end(): Promise<void>;
}

/**
 * The cost of a durable step: sixteen concurrent workflows, 25 steps each, results of 500
 * characters. A step begins in the commit that stores the previous result, as in a turn; its
 * beginning is known before its effect. Each commit proves the lease, writes the run's record and
 * publishes an event. The peers write their own records of a step.
 *
 * All take turns; processor time is that of the working process, not of the database server.
 */
export default async function stepsBench(): Promise<readonly Finding[]> {
  installPeers();
  const directory = benchDirectory();
  const databases = ['own', 'langgraph', 'dbos'].map(
    (each) => `office_bench_${each}_${process.pid}`,
  );
  for (const name of databases) await onServer(`CREATE DATABASE ${name}`);
  const [own, langgraph, dbos] = databases.map(
    (name) => Object.assign(new URL(server), { pathname: `/${name}` }).href,
  ) as [string, string, string];
  try {
    const file = join(directory.path, 'office.sqlite');
    return [
      ...(await compared('SQLite', [
        await office({ kind: 'sqlite', path: file }),
        await peer('LangGraph', 'langgraph.mjs', join(directory.path, 'langgraph.sqlite')),
      ])),
      ...(await compared('PostgreSQL', [
        await office({ kind: 'postgres', url: own }),
        await peer('LangGraph', 'langgraph.mjs', langgraph),
        await peer('DBOS', 'dbos.mjs', dbos),
      ])),
    ];
  } finally {
    for (const name of databases) await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    directory.remove();
  }
}

/** Installs the peers by their lock file; they are not dependencies of the service. */
function installPeers(): void {
  if (existsSync(join(peers, 'node_modules'))) return;
  console.log('  installing what is compared with');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'ignore' });
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function compared(store: string, contenders: readonly Contender[]): Promise<Finding[]> {
  const taken = new Map<Contender, Round[]>(contenders.map((each) => [each, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const found = await contender.round();
      if (round > 0) taken.get(contender)?.push(found);
    }
  }
  for (const contender of contenders) await contender.end();
  const [own, ...others] = contenders.map((contender) => {
    const found = taken.get(contender) ?? [];
    const cpuMs = median(found.map((each) => each.cpuMs)) / (workflows * steps);
    const clockMs = median(found.map((each) => each.clockMs)) / (workflows * steps);
    return { name: contender.name, cpuMs, clockMs };
  });
  if (own === undefined) return [];
  const cost = ({ cpuMs, clockMs }: { cpuMs: number; clockMs: number }): string =>
    `${cpuMs.toFixed(2)} ms, ${(1000 / clockMs).toFixed(0)} a second`;
  return others.map((other) =>
    finding(
      `durable step on ${store}: processor time of ${other.name} against ours`,
      { value: other.cpuMs / own.cpuMs, unit: 'times', goal, good: 'above' },
      { ours: cost(own), other: cost(other) },
    ),
  );
}

async function peer(name: string, file: string, store: string): Promise<Contender> {
  const child: ChildProcess = fork(join(peers, file), {
    cwd: peers,
    env: { PATH: process.env.PATH, STORE: store, PAYLOAD: String(payload) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  return {
    name,
    async round() {
      const answer = once(child, 'message') as Promise<[Round]>;
      child.send({ workflows, steps });
      return (await answer)[0];
    },
    async end() {
      child.kill();
      await once(child, 'close');
    },
  };
}

async function office(database: DatabaseConfig): Promise<Contender> {
  const store = await openBenchStore(database);
  const runs = new StoredRuns(store);
  return {
    name: 'ours',
    async round() {
      const begun = performance.now();
      const before = process.cpuUsage();
      await Promise.all(Array.from({ length: workflows }, () => workflow(runs)));
      const { user, system } = process.cpuUsage(before);
      return { cpuMs: (user + system) / 1000, clockMs: performance.now() - begun };
    },
    end: () => store.dataSource.destroy(),
  };
}

async function workflow(runs: StoredRuns): Promise<void> {
  const session = await runs.begin();
  const keyOf = (count: number): string => `s/dev${count}`;
  const start = (commit: RunCommit, count: number): void => {
    commit.steps.set(keyOf(count), 'started', { turnId: keyOf(count) });
  };
  await runs.journal.commit(session, (commit) => start(commit, 0));
  for (let count = 0; count < steps; count++) {
    const text = `${count}`.padEnd(payload, 'x');
    await runs.journal.commit(session, (commit) => {
      commit.steps.set(keyOf(count), 'settled', { turnId: keyOf(count), text });
      if (count + 1 < steps) start(commit, count + 1);
      commit.changeRun((run) => run);
      commit.publish({ type: 'log', level: 'info', scope: 'bench', message: keyOf(count) });
    });
  }
}
