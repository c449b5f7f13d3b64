import { percentile, seededNumbers } from './measure.js';

/** An M/M/c queue: random arrivals, one line, several equal servers. */
export interface QueueLoad {
  /** Arrivals per second, with exponentially distributed gaps. */
  readonly arrivals: number;
  readonly servers: number;
  /** Mean service time, exponentially distributed, s. */
  readonly serviceSeconds: number;
}

export interface QueueFigures {
  /** Mean wait before the service, s. */
  readonly meanWait: number;
  readonly p95Wait: number;
}

/**
 * Simulates the queue with this many customers; the first tenth, while it fills, is not counted.
 */
export function simulateQueue(load: QueueLoad, customers: number, seed: number): QueueFigures {
  const next = seededNumbers(seed);
  const exponential = (mean: number): number => -mean * Math.log(1 - next());
  const freeAt = new Array<number>(load.servers).fill(0);
  const waits: number[] = [];
  let now = 0;
  for (let count = 0; count < customers; count += 1) {
    now += exponential(1 / load.arrivals);
    const server = earliest(freeAt);
    const startsAt = Math.max(now, freeAt[server] ?? 0);
    freeAt[server] = startsAt + exponential(load.serviceSeconds);
    if (count >= customers / 10) waits.push(startsAt - now);
  }
  const meanWait = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  return { meanWait, p95Wait: percentile(waits, 0.95) };
}

/** Mean wait by Erlang's formula for M/M/c, s; infinite above its capacity. */
export function erlangWait({ arrivals, servers, serviceSeconds }: QueueLoad): number {
  const offered = arrivals * serviceSeconds;
  if (offered >= servers) return Infinity;
  // The loss formula by recursion, which does not overflow as factorials do.
  let loss = 1;
  for (let count = 1; count <= servers; count += 1)
    loss = (offered * loss) / (count + offered * loss);
  const busy = offered / servers;
  const waits = loss / (1 - busy * (1 - loss));
  return (waits * serviceSeconds) / (servers - offered);
}

/** Replicas that share one lock for event numbers, each with group commit. */
export interface NumberingLoad {
  readonly replicas: number;
  /** Transactions per second and replica. */
  readonly transactions: number;
  /** Time for which a group holds the lock, s. */
  readonly lockSeconds: number;
  /** Additional lock time for each further transaction of a group, s. */
  readonly perTransactionSeconds: number;
}

export interface NumberingFigures {
  /** Time from requesting a commit to its end, s. */
  readonly p95Commit: number;
  readonly meanGroup: number;
  /** Share of time in which the lock is held. */
  readonly lockBusy: number;
}

/**
 * Simulates `seconds` of commits: each replica has one group in progress, and commits requested
 * meanwhile share the next one; the lock serves the groups of all replicas one after another.
 */
export function simulateNumbering(
  load: NumberingLoad,
  seconds: number,
  seed: number,
): NumberingFigures {
  const next = seededNumbers(seed);
  const replicas = Array.from({ length: load.replicas }, () =>
    arrivalTimes(load.transactions, seconds, next),
  );
  const taken = replicas.map(() => 0);
  const idleFrom = replicas.map(() => 0);
  const commits: number[] = [];
  let lockFreeAt = 0;
  let held = 0;
  let groups = 0;
  for (;;) {
    const readyAt = replicas.map((arrivals, index) => {
      const first = arrivals[taken[index] ?? 0];
      return first === undefined ? Infinity : Math.max(first, idleFrom[index] ?? 0);
    });
    const index = earliest(readyAt);
    const ready = readyAt[index] ?? Infinity;
    if (ready === Infinity) break;
    const startsAt = Math.max(ready, lockFreeAt);
    const arrivals = replicas[index] ?? [];
    const from = taken[index] ?? 0;
    let to = from;
    while ((arrivals[to] ?? Infinity) <= ready) to += 1;
    const holds = load.lockSeconds + (to - from - 1) * load.perTransactionSeconds;
    lockFreeAt = startsAt + holds;
    for (const asked of arrivals.slice(from, to)) commits.push(lockFreeAt - asked);
    taken[index] = to;
    idleFrom[index] = lockFreeAt;
    held += holds;
    groups += 1;
  }
  return {
    p95Commit: percentile(commits, 0.95),
    meanGroup: commits.length / groups,
    lockBusy: held / Math.max(seconds, lockFreeAt),
  };
}

function arrivalTimes(rate: number, seconds: number, next: () => number): readonly number[] {
  const times: number[] = [];
  for (let now = -Math.log(1 - next()) / rate; now < seconds; now -= Math.log(1 - next()) / rate) {
    times.push(now);
  }
  return times;
}

function earliest(times: readonly number[]): number {
  return times.reduce((best, time, index) => (time < (times[best] ?? Infinity) ? index : best), 0);
}
