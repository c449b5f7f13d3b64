import { SimulatedFleet } from './fleet.js';
import { faultsIn } from './oracles.js';
import { History } from './history.js';
import type { Outside } from './outside.js';
import type { PlantedFault } from './planted-faults.js';
import { Random } from './random.js';
import { SimulatedRedis } from './redis.js';
import type { SimulatedStore } from './store.js';
import { troubleWork } from './work-troubles.js';
import { World } from './world.js';

/** One seed, carried out. */
export interface SeedResult {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly history: string;
  readonly steps: number;
  readonly simulatedMs: number;
}

export interface SeedOptions {
  readonly planted?: PlantedFault | null;
  /** The last actions of the trouble are left out beyond this number. */
  readonly actions?: number;
}

/** How many actions of clients and troubles a seed has. */
export const mostActions = 40;
/** When the last of them happens, ms. */
const troubleEndsAt = 60_000;
/** Time for everything to end afterwards, ms. */
const calmMs = 240_000;
const lookMs = 2000;
const longestPauseMs = 25_000;
/** Time in which the last event reaches everybody, ms. */
const hearMs = 3000;

/** Simulates a fleet by one seed; the same seed gives the same history. */
export async function carryOut(
  store: SimulatedStore,
  seed: number,
  { planted = null, actions = mostActions }: SeedOptions = {},
): Promise<SeedResult> {
  const random = new Random(seed);
  const world = new World(random);
  const history = new History(() => world.time);
  const redis = new SimulatedRedis(world);
  store.begin(world, planted);
  const outside: Outside = { world, store, redis, history, planted };
  const fleet = new SimulatedFleet(outside);
  const uninstall = world.install();
  try {
    const replicas = random.between(2, 3);
    for (let place = 0; place < replicas; place += 1) fleet.start(place);
    redis.losing = random.chance(0.5) ? 0.2 : 0;
    redis.doubling = random.chance(0.5) ? 0.2 : 0;
    const times = Array.from({ length: mostActions }, () => random.between(0, troubleEndsAt));
    for (const at of times.sort((one, other) => one - other).slice(0, actions)) {
      world.after(at, () => act(outside, fleet), null);
    }
    await world.runUntil(troubleEndsAt);
    calm(outside, fleet);
    await world.runUntil(fleet.pausedUntil);
    for (let ms = 0; ms < calmMs && !isQuiet(store, fleet); ms += lookMs) {
      await world.runUntil(world.time + lookMs);
    }
    await world.runUntil(world.time + hearMs);
  } finally {
    uninstall();
  }
  const faults = faultsIn({ history, store, clients: fleet.clients });
  const { steps, time: simulatedMs } = world;
  return { seed, faults, history: history.print(), steps, simulatedMs };
}

/** True if every request is answered, every run has ended, and every client knows. */
function isQuiet(store: SimulatedStore, { clients, hasAnswered }: SimulatedFleet): boolean {
  if (!hasAnswered) return false;
  const open = store.rows('SELECT id FROM runs WHERE ended_at IS NULL');
  return open.length === 0 && clients.every((client) => client.hasHeard(store.lastSent));
}

/** One action of a client, or one trouble. */
function act(outside: Outside, fleet: SimulatedFleet): void {
  const { world, redis, store } = outside;
  const { random } = world;
  if (fleet.live.length === 0) return;
  if (random.chance(0.3)) return troubleWork(outside, fleet);
  const place = random.between(0, fleet.places - 1);
  const kind = random.next();
  if (kind < 0.25) fleet.submit();
  else if (kind < 0.4) fleet.decide(random.between(1, 2), random.chance(0.8) ? 'pending' : 'any');
  else if (kind < 0.45) fleet.cancel();
  else if (kind < 0.53) fleet.connect();
  else if (kind < 0.58) fleet.disconnect();
  else if (kind < 0.66) fleet.change(random.between(1, 2));
  else if (kind < 0.75) {
    fleet.kill(place);
    world.after(random.between(0, 15_000), () => fleet.start(place), null);
  } else if (kind < 0.83) fleet.pause(random.between(100, longestPauseMs));
  else if (kind < 0.88) fleet.jump(random.between(-3_600_000, 3_600_000));
  else if (kind < 0.92) {
    redis.leave();
    world.after(random.between(0, 10_000), () => redis.comeBack(), null);
  } else {
    store.refusing = random.chance(0.5) ? random.pick([0.1, 0.5, 1]) : 0;
    store.losingAnswers = random.chance(0.5) ? random.pick([0.1, 0.3]) : 0;
    const end = () => Object.assign(store, { refusing: 0, losingAnswers: 0 });
    world.after(random.between(0, 15_000), end, null);
  }
}

/** The trouble ends: everything works again, and people answer what they are asked. */
function calm({ world, redis, store }: Outside, fleet: SimulatedFleet): void {
  Object.assign(store, { refusing: 0, losingAnswers: 0 });
  Object.assign(redis, { losing: 0, doubling: 0 });
  redis.comeBack();
  fleet.goOn();
  for (let place = 0; place < fleet.places; place += 1) fleet.start(place);
  const answer = (): void => {
    fleet.decide(1, 'pending');
    fleet.read();
    world.after(lookMs, answer, null);
  };
  world.after(lookMs, answer, null);
}
