import { actions } from './actions.js';
import { SimulatedFleet } from './fleet.js';
import { faultsIn } from './oracles.js';
import { History } from './history.js';
import type { Outside } from './outside.js';
import { planOf } from './plan.js';
import type { PlantedFault } from './planted-faults.js';
import { Random } from './random.js';
import { SimulatedRedis } from './redis.js';
import type { SimulatedStore } from './store.js';
import { World } from './world.js';

/** One seed, carried out. */
export interface SeedResult {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly history: string;
  readonly steps: number;
  readonly simulatedMs: number;
  /** Places of the planned actions that happened. */
  readonly actions: readonly number[];
}

export interface SeedOptions {
  readonly planted?: PlantedFault | null;
  /** Places of the actions that happen; null: all. */
  readonly only?: readonly number[] | null;
}

/** Time for everything to end after the trouble, ms. */
const calmMs = 240_000;
const lookMs = 500;
/** Time in which the last event reaches everybody, ms. */
const hearMs = 3000;

/** Simulates a fleet by one seed; the same seed gives the same history. */
export async function carryOut(
  store: SimulatedStore,
  seed: number,
  { planted = null, only = null }: SeedOptions = {},
): Promise<SeedResult> {
  const plan = planOf(seed);
  const world = new World(new Random(seed));
  const history = new History(() => world.time);
  const redis = new SimulatedRedis(world);
  store.begin(world, planted);
  const outside: Outside = { world, store, redis, history, planted, plan };
  const fleet = new SimulatedFleet(outside);
  const uninstall = world.install();
  try {
    begin(outside, fleet, only);
    await world.runUntil(plan.calmAt);
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
  const happened = only ?? plan.actions.map((_, place) => place);
  return { seed, faults, history: history.print(), steps, simulatedMs, actions: happened };
}

/** Replicas start, and what is planned becomes due. */
function begin(outside: Outside, fleet: SimulatedFleet, only: readonly number[] | null): void {
  const { world, redis, plan } = outside;
  for (let place = 0; place < plan.replicas; place += 1) fleet.start(place);
  for (let client = 0; client < plan.clients; client += 1) fleet.connect();
  Object.assign(redis, { losing: plan.losing, doubling: plan.doubling });
  for (const [place, { at, name }] of plan.actions.entries()) {
    if (only !== null && !only.includes(place)) continue;
    const act = (): void => {
      if (fleet.live.length > 0) actions[name](outside, fleet);
    };
    world.after(at, act, null);
  }
}

/** True if every request is answered, every run has ended, and every client knows. */
function isQuiet(store: SimulatedStore, { clients, hasAnswered }: SimulatedFleet): boolean {
  if (!hasAnswered) return false;
  const open = store.rows('SELECT id FROM runs WHERE ended_at IS NULL');
  return open.length === 0 && clients.every((client) => client.hasHeard(store.lastSent));
}

/** The trouble ends: everything works again, and people answer what they are asked. */
function calm({ world, redis, store }: Outside, fleet: SimulatedFleet): void {
  Object.assign(store, { refusing: 0, losingAnswers: 0, slowMs: 0 });
  Object.assign(redis, { losing: 0, doubling: 0 });
  redis.comeBack();
  fleet.goOn();
  for (let place = 0; place < fleet.places; place += 1) fleet.start(place);
  const answer = (): void => {
    fleet.decide(1, 'pending');
    if (world.random.chance(0.25)) fleet.read();
    world.after(lookMs, answer, null);
  };
  world.after(lookMs, answer, null);
}
