import { readFileSync } from 'node:fs';
import { createDatabase } from '../test/support/created-database.js';
import { ServiceLife } from '../test/crash/support/service-life.js';
import { withRaw } from '../test/crash/support/raw-database.js';
import type { OfficeClient } from '../test/support/office-client.js';
import { benchDirectory } from './support/bench-directory.js';
import { type Finding, median, ms, percentile } from './support/measure.js';

/** Issue 16, Speed: mock mode, calls of 50 ms, and the runs that a replica takes as the limit. */
const postgres =
  process.env['OFFICE_TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const redis = process.env['OFFICE_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const capacity = 2;
const runs = 60;
const leaseMs = 10_000;
const waiting = 10_000;
/** What the first 500 of them, which are held, may take. */
const moreMb = 20;
const startRounds = 5;

export default async function fleetBench(): Promise<readonly Finding[]> {
  const one = await throughput(1);
  const two = await throughput(2);
  const ratio = two.runsPerSecond / one.runsPerSecond;
  return [
    {
      what: `runs a second of two replicas (${two.runsPerSecond.toFixed(1)}) against one (${one.runsPerSecond.toFixed(1)})`,
      found: `${ratio.toFixed(2)} times`,
      target: '1.50 times',
      met: ratio >= 1.5,
    },
    {
      what: 'journal commits a second of both replicas',
      found: two.commitsPerSecond.toFixed(0),
      target: 'none',
      met: true,
    },
    await delivery(),
    await commands(),
    await takeover(),
    ...(await backlog()),
  ];
}

class BenchFleet {
  readonly lives: ServiceLife[] = [];
  readonly clients: OfficeClient[] = [];
  private readonly directory = benchDirectory();

  private constructor(
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(size: number, env: Readonly<Record<string, string>> = {}): Promise<BenchFleet> {
    const created = await createDatabase(postgres);
    const fleet = new BenchFleet(created.url, () => created.drop());
    while (fleet.lives.length < size) await fleet.join(env);
    return fleet;
  }

  async join(env: Readonly<Record<string, string>> = {}): Promise<ServiceLife> {
    const life = ServiceLife.start({
      OFFICE_DB: this.url,
      OFFICE_REDIS_URL: redis,
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '50',
      OFFICE_MAX_CONCURRENCY: '16',
      OFFICE_CAPACITY: String(capacity),
      OFFICE_LEASE_MS: String(leaseMs),
      OFFICE_MCP: 'false',
      OFFICE_WORKSPACE: `${this.directory.path}/workspace`,
      OFFICE_WORKSPACES_ROOT: `${this.directory.path}/workspaces`,
      OFFICE_PLUGIN_INSTALL_DIR: `${this.directory.path}/plugins`,
      ...env,
    });
    this.lives.push(life);
    this.clients.push(await life.serving());
    return life;
  }

  client(index: number): OfficeClient {
    const client = this.clients[index];
    if (client === undefined) throw new Error('there is no such replica');
    return client;
  }

  /** All at once, to the replicas in turn. */
  async submit(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, number) => number);
    await Promise.all(
      numbers.map((number) =>
        this.client(number % this.clients.length).post('/api/submit', {
          brief: `What is a lease, number ${number}?`,
        }),
      ),
    );
  }

  async count(sql: string): Promise<number> {
    const [row] = await withRaw({ kind: 'postgres', url: this.url }, (raw) =>
      raw.all<{ count: string }>(sql),
    );
    return Number(row?.count);
  }

  /** Makes so many more of a run that waits. */
  async enqueueCopies(count: number): Promise<void> {
    await withRaw({ kind: 'postgres', url: this.url }, async (raw) => {
      await raw.all(
        `INSERT INTO runs (id, workspace_id, status, record_json, auto_approve_shell, created_at,
           journal_version)
         SELECT 'run_copy' || n, workspace_id, status, replace(record_json, id, 'run_copy' || n),
           auto_approve_shell, created_at + n, journal_version
         FROM (SELECT * FROM runs WHERE status = 'queued' LIMIT 1) AS run,
           generate_series(1, ${count}) AS n`,
      );
      await raw.all(
        "INSERT INTO run_leases (run_id, fence) SELECT id, 0 FROM runs WHERE id LIKE 'run_copy%'",
      );
    });
  }

  async untilEnded(count: number): Promise<void> {
    const sql = 'SELECT COUNT(*) AS count FROM runs WHERE ended_at IS NOT NULL';
    while ((await this.count(sql)) < count) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async close(): Promise<void> {
    for (const life of this.lives) if (life.alive) await life.kill();
    await this.drop();
    this.directory.remove();
  }
}

async function throughput(
  replicas: number,
): Promise<{ readonly runsPerSecond: number; readonly commitsPerSecond: number }> {
  const fleet = await BenchFleet.open(replicas);
  await fleet.submit(10 * replicas);
  await fleet.untilEnded(10 * replicas);
  const commits =
    'SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()';
  const before = await fleet.count(commits);
  const started = performance.now();
  await fleet.submit(runs);
  await fleet.untilEnded(10 * replicas + runs);
  const seconds = (performance.now() - started) / 1000;
  const made = (await fleet.count(commits)) - before;
  await fleet.close();
  return { runsPerSecond: runs / seconds, commitsPerSecond: made / seconds };
}

/** From a frame of the replica that committed an event to the same frame of the other. */
async function delivery(): Promise<Finding> {
  const fleet = await BenchFleet.open(2);
  const heard = [new Map<number, number>(), new Map<number, number>()];
  const sockets = await Promise.all(fleet.clients.map((client) => client.connect()));
  for (const [index, { socket }] of sockets.entries()) {
    socket.on('message', (frame: Buffer) => {
      const { seq } = JSON.parse(frame.toString()) as { readonly seq?: number };
      if (seq !== undefined) heard[index]?.set(seq, performance.now());
    });
  }
  await fleet.submit(20);
  await fleet.untilEnded(20);
  const delays = [...(heard[0] ?? [])].flatMap(([seq, at]) => {
    const other = heard[1]?.get(seq);
    return other === undefined ? [] : [Math.abs(other - at)];
  });
  await fleet.close();
  const p95 = percentile(delays, 0.95);
  return {
    what: `delivery of an event from replica to replica, p95 of ${delays.length}`,
    found: ms(p95),
    target: '20 ms',
    met: p95 < 20,
  };
}

/** From a command at a socket of one replica to its effect at a socket of the other. */
async function commands(): Promise<Finding> {
  const fleet = await BenchFleet.open(2);
  const [here, there] = await Promise.all(fleet.clients.map((client) => client.connect()));
  if (here === undefined || there === undefined) throw new Error('there are two replicas');
  const delays: number[] = [];
  for (let round = 0; round < 200; round++) {
    const name = `Round ${round}`;
    const sentAt = performance.now();
    here.send({ type: 'setWorkspaceDetails', workspaceId: 'default', name });
    await there.waitFor('office.updated', ({ state }) =>
      state.workspaces.some((workspace) => workspace.name === name),
    );
    delays.push(performance.now() - sentAt);
  }
  await fleet.close();
  const p95 = percentile(delays, 0.95);
  return {
    what: `a command at one replica until it shows at the other, p95 of ${delays.length}`,
    found: ms(p95),
    target: '100 ms',
    met: p95 < 100,
  };
}

/** Start and memory of a replica while so many accepted runs wait, against those while one does: medians. */
async function backlog(): Promise<readonly Finding[]> {
  const env = { OFFICE_MOCK_LATENCY_MS: '600000', OFFICE_CAPACITY: '1' };
  const fleet = await BenchFleet.open(1, env);
  await fleet.submit(2);
  const few = await starts(fleet, env);
  await fleet.enqueueCopies(waiting);
  const many = await starts(fleet, env);
  await fleet.close();
  const grownMb = many.residentMb - few.residentMb;
  return [
    {
      what: `start with ${waiting} waiting runs, against ${ms(few.startMs)} with one`,
      found: ms(many.startMs),
      target: '1.25 times',
      met: many.startMs <= few.startMs * 1.25,
    },
    {
      what: `memory that ${waiting} waiting runs take of a replica`,
      found: `${grownMb.toFixed(1)} MB`,
      target: `${moreMb} MB`,
      met: grownMb <= moreMb,
    },
  ];
}

interface Start {
  readonly startMs: number;
  readonly residentMb: number;
}

async function starts(fleet: BenchFleet, env: Readonly<Record<string, string>>): Promise<Start> {
  const all: Start[] = [];
  while (all.length < startRounds) all.push(await restarted(fleet, env));
  return {
    startMs: median(all.map(({ startMs }) => startMs)),
    residentMb: median(all.map(({ residentMb }) => residentMb)),
  };
}

async function restarted(fleet: BenchFleet, env: Readonly<Record<string, string>>): Promise<Start> {
  for (const life of fleet.lives) if (life.alive) await life.kill();
  const started = performance.now();
  const life = await fleet.join(env);
  const startMs = performance.now() - started;
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const status = readFileSync(`/proc/${life.pid}/status`, 'utf8');
  return { startMs, residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 };
}

/** From the death of a replica until another goes on with its run. */
async function takeover(): Promise<Finding> {
  const fleet = await BenchFleet.open(1, { OFFICE_MOCK_LATENCY_MS: '600000' });
  await fleet.submit(1);
  const started = "SELECT COUNT(*) AS count FROM journal_steps WHERE state = 'started'";
  while ((await fleet.count(started)) === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const [first] = fleet.lives;
  const second = await fleet.join();
  await first?.kill();
  const diedAt = performance.now();
  await second.said(/continues where it was left/);
  const took = performance.now() - diedAt;
  await fleet.close();
  return {
    what: 'takeover from a dead replica',
    found: ms(took),
    target: '15 s',
    met: took < 15_000,
  };
}
