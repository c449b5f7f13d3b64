import { Random } from './random.js';

/** How often each action is drawn, beside the others that take part. */
const weights = {
  submit: 10,
  decide: 10,
  cancel: 4,
  steer: 8,
  retry: 5,
  connect: 6,
  disconnect: 6,
  change: 8,
  kill: 10,
  stop: 6,
  pause: 9,
  setClock: 4,
  loseRedis: 3,
  failStore: 6,
  slowStore: 8,
  upgrade: 3,
  readSlowly: 4,
};

export type ActionName = keyof typeof weights;

/** One action of clients, people or troubles. */
export interface Planned {
  /** ms since the beginning. */
  readonly at: number;
  readonly name: ActionName;
  /** Seed of what it draws itself, so that it is the same without the actions before it. */
  readonly draws: number;
}

/** What takes part in a seed; most leave much out, so that what is left meets more often. */
export interface Plan {
  /** Seed of delays, and of the order of what is due together. */
  readonly schedule: number;
  readonly replicas: number;
  /** Clients from the beginning. */
  readonly clients: number;
  readonly actions: readonly Planned[];
  /** When the trouble ends, ms. */
  readonly calmAt: number;
  /** People answer from the end of the trouble on; otherwise time does for a while. */
  readonly peopleAnswer: boolean;
  /** Shares of lost and of doubled messages. */
  readonly losing: number;
  readonly doubling: number;
  /** Share of messages that are late by seconds; absent in plans that are older. */
  readonly delaying?: number;
  /** What the clock of the store is ahead of those of replicas, ms. */
  readonly storeSkewMs?: number;
  readonly provider: ProviderTraits;
  readonly work: WorkTraits;
}

/** Shares of answers that are so. */
export interface ProviderTraits {
  readonly late: number;
  readonly refused: number;
  readonly cut: number;
  readonly lying: number;
}

/** Size of runs. */
export interface WorkTraits {
  readonly mostStages: number;
  readonly mostRounds: number;
  readonly parallel: number;
  /** Share of stages that debate or review. */
  readonly discussed: number;
  /** The longest call of a tool, ms. */
  readonly toolMs: number;
  /** How long a question waits for an answer, ms. */
  readonly approvalMs: number;
}

/** Numbers of actions; few histories are long. */
const lengths = [4, 8, 12, 16, 20, 32];
const mostDraws = 1_000_000;
const mostSkewMs = 3_600_000;
/** Mean time between actions, ms. */
const paces = [100, 300, 600, 1200];

/** Draws what takes part ("swarm testing": Groce and others, 2012). */
export function planOf(seed: number): Plan {
  const random = new Random(seed ^ 0x5eed);
  const some = (most: number, share = 0.5): number => (random.chance(share) ? most : 0);
  const count = random.pick(lengths);
  const approvalMs = random.pick([2000, 8000, 20_000, 300_000]);
  const calmAt = count * random.pick(paces);
  const names = Object.keys(weights) as ActionName[];
  const present = names.filter((name) => name === 'submit' || random.chance(0.7));
  const times = Array.from({ length: count }, () => random.between(0, calmAt));
  const planned = times
    .sort((one, other) => one - other)
    .map((at, place): Planned => {
      const name = place === 0 ? 'submit' : weighed(present, random);
      return { at, name, draws: random.between(1, mostDraws) };
    });
  return {
    schedule: seed,
    peopleAnswer: approvalMs > 20_000 || random.chance(0.7),
    replicas: random.pick([1, 2, 2, 3]),
    clients: random.between(0, 2),
    ...{ actions: planned, calmAt, losing: some(0.2), doubling: some(0.2) },
    provider: { late: some(0.2), refused: some(0.1), cut: some(0.1), lying: some(0.3) },
    work: {
      mostStages: random.pick([1, 2, 3]),
      mostRounds: random.pick([1, 2, 3]),
      parallel: random.pick([0, 0.4, 1]),
      discussed: random.pick([0, 0, 0.5]),
      toolMs: random.pick([100, 1000, 5000]),
      approvalMs,
    },
    delaying: some(0.1, 0.4),
    storeSkewMs: random.pick([0, 0, 0, -mostSkewMs, mostSkewMs]),
  };
}

function weighed(names: readonly ActionName[], random: Random): ActionName {
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  let left = random.next() * total;
  return names.find((name) => (left -= weights[name]) < 0) ?? 'submit';
}
