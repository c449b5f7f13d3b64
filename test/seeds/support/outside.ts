import type { Plan } from './plan.js';
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
  readonly plan: Plan;
}

/** Lifetime of a lease, ms. */
export const leaseMs = 10_000;
