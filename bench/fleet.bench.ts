import { readFileSync } from 'node:fs';
import { BenchFleet } from './support/bench-fleet.js';
import { fleetCommands } from './support/fleet-commands.js';
import { type Finding, median, ms, percentile } from './support/measure.js';

/** Runs in mock mode with calls of 50 ms; the limit is the number of runs per replica. */
const runs = 60;
const waiting = 10_000;
/** Maximum memory for the first 500 of them, which are held, MB. */
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
      what: 'commits a second of both replicas, and transactions in them',
      found: `${two.commitsPerSecond.toFixed(0)} with ${two.transactionsPerSecond.toFixed(0)}`,
      target: 'none',
      met: true,
    },
    await delivery(),
    ...(await fleetCommands()),
    await takeover(),
    ...(await backlog()),
  ];
}

interface Throughput {
  readonly runsPerSecond: number;
  readonly commitsPerSecond: number;
  readonly transactionsPerSecond: number;
}

/** Commits of the services, without lease renewals and read-only transactions. */
async function throughput(replicas: number): Promise<Throughput> {
  const fleet = await BenchFleet.open(replicas);
  await fleet.submit(10 * replicas);
  await fleet.untilEnded(10 * replicas);
  const made = async (): Promise<readonly [commits: number, transactions: number]> => [
    await fleet.total('office_commit_group_size_count'),
    await fleet.total('office_commit_group_size_sum'),
  ];
  const before = await made();
  const started = performance.now();
  await fleet.submit(runs);
  await fleet.untilEnded(10 * replicas + runs);
  const seconds = (performance.now() - started) / 1000;
  const after = await made();
  await fleet.close();
  return {
    runsPerSecond: runs / seconds,
    commitsPerSecond: (after[0] - before[0]) / seconds,
    transactionsPerSecond: (after[1] - before[1]) / seconds,
  };
}

/** Delay between an event's frame at its own replica and the same frame at the other. */
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

/** Start and memory of a replica while this many accepted runs wait, compared with one: medians. */
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

/** Time from the death of a replica until another continues its run. */
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
