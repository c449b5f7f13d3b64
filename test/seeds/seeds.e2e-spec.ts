import { beforeAll, describe, expect, it } from '@jest/globals';
import { type PlantedFault, plantedFaults } from './support/planted-faults.js';
import { carryOut } from './support/seed.js';
import { SimulatedStore } from './support/store.js';

/** Seeds that have failed once; up to now for faults of the simulator only. */
const corpus = [1, 47, 53, 60, 83, 85, 90, 200, 20_151, 30_520, 30_874, 30_986];

/** Seeds of this many are new each day. */
const newSeeds = 10;

/** Within so many seeds each planted fault is found. */
const withinSeeds = 20;

describe('a simulated fleet', () => {
  let store: SimulatedStore;

  beforeAll(async () => {
    store = await SimulatedStore.open();
  });

  it('has the same history twice for the same seed, and another for another seed', async () => {
    const [one, other, again] = [
      await carryOut(store, 7),
      await carryOut(store, 8),
      await carryOut(store, 7),
    ];
    expect(again.history).toBe(one.history);
    expect(other.history).not.toBe(one.history);
    expect(one.history.split('\n').length).toBeGreaterThan(20);
  });

  it.each(corpus)('keeps what is promised with seed %i, which once failed', async (seed) => {
    expect((await carryOut(store, seed)).faults).toEqual([]);
  });

  it('keeps what is promised with the new seeds of the day', async () => {
    const from = Math.floor(Date.now() / 86_400_000) * newSeeds;
    process.stdout.write(`seeds of the day: --from ${from} --count ${newSeeds}\n`);
    const failed: string[] = [];
    for (let seed = from; seed < from + newSeeds; seed += 1) {
      const { faults } = await carryOut(store, seed);
      if (faults.length > 0) failed.push(`${seed}: ${faults.join('; ')}`);
    }
    expect(failed).toEqual([]);
  });

  it.each(plantedFaults)(
    `shows the planted fault "%s" within ${withinSeeds} seeds`,
    async (planted) => {
      expect(await firstFound(planted)).toBeLessThanOrEqual(withinSeeds);
    },
  );

  /** Number of seeds after which a planted fault is found; Infinity: it is not. */
  async function firstFound(planted: PlantedFault): Promise<number> {
    for (let seed = 1; seed <= withinSeeds; seed += 1) {
      if ((await carryOut(store, seed, { planted })).faults.length > 0) return seed;
    }
    return Infinity;
  }
});
