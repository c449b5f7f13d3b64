import type { PlantedFault } from './planted-faults.js';
import type { History } from './history.js';
import type { SimulatedRedis } from './redis.js';
import type { SimulatedStore } from './store.js';
import type { World } from './world.js';

/** What all replicas of a seed share. */
export interface Outside {
  readonly world: World;
  readonly store: SimulatedStore;
  readonly redis: SimulatedRedis;
  readonly history: History;
  readonly planted: PlantedFault | null;
}

/** Lifetime of a lease, ms. */
export const leaseMs = 10_000;

/** The most that a call to the simulated vendor costs, USD. */
export const dearestCallUsd = 0.05;

/** Which effect of a run, by whom. */
interface Effect {
  readonly runId: string;
  readonly key: string;
  readonly fence: number;
  readonly by: string;
}

/** A vendor of models: slow, and sometimes without an answer; it bills every call. */
export async function callVendor(outside: Outside, effect: Effect): Promise<number> {
  const { world, history } = outside;
  await world.delay(0, 3);
  const costUsd = world.random.between(1, 50) / 1000;
  const { runId, key, fence, by } = effect;
  history.note('vendor call', by, { runId, key, fence, costUsd });
  await world.delay(5, world.random.chance(0.1) ? 20_000 : 1500);
  return costUsd;
}

/** A tool whose effect is outside of the office. */
export async function useTool(outside: Outside, effect: Effect): Promise<void> {
  const { world, history } = outside;
  await world.delay(0, 3);
  const { runId, key, fence, by } = effect;
  history.note('tool effect', by, { runId, key, fence });
  await world.delay(1, 400);
}
