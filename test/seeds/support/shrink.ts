import type { PlantedFault } from './planted-faults.js';
import { carryOut } from './seed.js';
import type { SimulatedStore } from './store.js';

/** The fewest first actions with which a failing seed still fails. */
export async function shrink(
  store: SimulatedStore,
  seed: number,
  planted: PlantedFault | null,
  from: number,
): Promise<number> {
  for (let actions = 1; actions < from; actions += 1) {
    const { faults } = await carryOut(store, seed, { planted, actions });
    if (faults.length > 0) return actions;
  }
  return from;
}
