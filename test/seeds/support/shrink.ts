import type { PlantedFault } from './planted-faults.js';
import { carryOut, type SeedResult } from './seed.js';
import type { SimulatedStore } from './store.js';

/** A failing seed with few of its actions: none of them can be left out alone (delta debugging). */
export async function shrink(
  store: SimulatedStore,
  failing: SeedResult,
  planted: PlantedFault | null,
): Promise<SeedResult> {
  let least = failing;
  for (let size = Math.ceil(least.actions.length / 2); size >= 1;) {
    const smaller = await withoutSome(store, least, { size, planted });
    least = smaller ?? least;
    if (smaller === null && size === 1) break;
    size = smaller === null ? Math.ceil(size / 2) : Math.min(size, smaller.actions.length);
  }
  return least;
}

/** The first that still fails without so many actions beside one another; null: none does. */
async function withoutSome(
  store: SimulatedStore,
  { seed, actions }: SeedResult,
  { size, planted }: { readonly size: number; readonly planted: PlantedFault | null },
): Promise<SeedResult | null> {
  for (let from = 0; from < actions.length; from += size) {
    const only = actions.toSpliced(from, size);
    const result = await carryOut(store, seed, { planted, only });
    if (result.faults.length > 0) return result;
  }
  return null;
}
