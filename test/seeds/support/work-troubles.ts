import type { SimulatedFleet } from './fleet.js';
import type { Outside } from './outside.js';

/** The longest wait for a transaction while the store is slow, ms. */
const slowestMs = 12_000;

/** One order or trouble that concerns the work on runs. */
export function troubleWork({ world, store }: Outside, fleet: SimulatedFleet): void {
  const { random } = world;
  if (random.chance(0.4)) return fleet.steer();
  if (random.chance(0.3)) return fleet.retry();
  const place = random.between(0, fleet.places - 1);
  if (random.chance(0.5)) {
    fleet.stop(place);
    world.after(random.between(0, 15_000), () => fleet.start(place), null);
    return;
  }
  store.slowMs = random.between(100, slowestMs);
  world.after(random.between(1000, 20_000), () => (store.slowMs = 0), null);
}
