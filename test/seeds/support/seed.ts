import { actions } from './actions.js';
import { SimulatedFleet } from './fleet.js';
import { type Fault, faultsIn } from './oracles.js';
import { History } from './history.js';
import type { Outside } from './outside.js';
import type { Plan } from './plan.js';
import type { PlantedFault } from './planted-faults.js';
import { Random } from './random.js';
import { SimulatedRedis } from './redis.js';
import type { SimulatedStore } from './store.js';
import { inOrder } from './store-troubles.js';
import { World } from './world.js';

/** One plan, carried out. */
export interface Outcome {
  readonly faults: readonly Fault[];
  readonly history: string;
  readonly steps: number;
  readonly simulatedMs: number;
}

/** Time for everything to end after the trouble, ms. */
const calmMs = 360_000;
/** Time in which people may leave questions to time, ms. */
const patienceMs = 90_000;
const lookMs = 500;
/** Time in which what is at work shows itself, ms: a paused replica, a client behind a silent link. */
const hearMs = 3000;

/** Simulates a fleet by a plan; the same plan gives the same history. */
export async function carryOut(
  store: SimulatedStore,
  plan: Plan,
  planted: PlantedFault | null = null,
): Promise<Outcome> {
  const world = new World(new Random(plan.schedule));
  const history = new History(() => world.time);
  const redis = new SimulatedRedis(world);
  store.begin(world, planted, plan.storeSkewMs ?? 0);
  const outside: Outside = { world, store, redis, history, planted, plan };
  const fleet = new SimulatedFleet(outside);
  const uninstall = world.install();
  try {
    begin(outside, fleet);
    await world.runUntil(plan.calmAt);
    calm(outside, fleet);
    await world.runUntil(Math.max(fleet.pausedUntil, store.slowUntil));
    let quietMs = 0;
    for (let ms = 0; ms < calmMs && quietMs < hearMs; ms += lookMs) {
      await world.runUntil(world.time + lookMs);
      quietMs = isQuiet(store, fleet) ? quietMs + lookMs : 0;
    }
    if (quietMs >= hearMs) for (const client of fleet.clients) client.compareAtRest();
  } finally {
    uninstall();
  }
  const faults = faultsIn({ history, store, plan, clients: fleet.clients });
  const { steps, time: simulatedMs } = world;
  return { faults, history: history.print(), steps, simulatedMs };
}

/** Replicas start, and what is planned becomes due. */
function begin(outside: Outside, fleet: SimulatedFleet): void {
  const { world, redis, plan } = outside;
  for (let place = 0; place < plan.replicas; place += 1) fleet.start(place);
  for (let client = 0; client < plan.clients; client += 1) fleet.connect();
  const { losing, doubling, delaying = 0 } = plan;
  Object.assign(redis, { losing, doubling, delaying });
  for (const { at, name, draws } of plan.actions) {
    const act = (): void => {
      if (fleet.live.length === 0) return;
      world.drawing(new Random(draws), () => actions[name](outside, fleet));
    };
    world.after(at, act, null);
  }
}

/** True if every request is answered, every run has ended, and every client knows. */
function isQuiet(store: SimulatedStore, { clients, hasAnswered }: SimulatedFleet): boolean {
  if (!hasAnswered) return false;
  const open = store.rows('SELECT id FROM runs WHERE ended_at IS NULL');
  return (
    open.length === 0 &&
    clients.every((client) => client.isAnswered && client.hasHeard(store.lastSent))
  );
}

/** The trouble ends: everything works again, and people answer what they are asked. */
function calm({ world, redis, store, plan }: Outside, fleet: SimulatedFleet): void {
  Object.assign(store, { ...inOrder, slowMs: 0 });
  Object.assign(redis, { losing: 0, doubling: 0, delaying: 0 });
  redis.comeBack();
  fleet.goOn();
  for (let place = 0; place < fleet.places; place += 1) fleet.start(place);
  const patientUntil = world.time + patienceMs;
  const answer = (): void => {
    if (plan.peopleAnswer || world.time > patientUntil) fleet.decide(1, 'pending');
    if (world.random.chance(0.25)) fleet.read();
    world.after(lookMs, answer, null);
  };
  world.after(lookMs, answer, null);
}
