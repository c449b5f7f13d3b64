import { beforeAll, describe, expect, it } from '@jest/globals';
import { type PlantedFault, shownBy } from './support/planted-faults.js';
import { carryOut } from './support/seed.js';
import { SimulatedStore } from './support/store.js';

/** Seeds of this many are new each day. */
const newSeeds = 20;

const day = Math.floor(Date.now() / 86_400_000);

/** A third of them; another each day. */
const ofTheDay = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => index % 3 === day % 3);

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

  it('keeps what is promised with the new seeds of the day', async () => {
    const from = day * newSeeds;
    process.stdout.write(`seeds of the day: --from ${from} --count ${newSeeds}\n`);
    const failed: string[] = [];
    for (let seed = from; seed < from + newSeeds; seed += 1) {
      const { faults } = await carryOut(store, seed);
      if (faults.length > 0) failed.push(`${seed}: ${faults.join('; ')}`);
    }
    expect(failed).toEqual([]);
  });

  it.each(ofTheDay(Object.entries(shownBy) as [PlantedFault, number][]))(
    'shows the planted fault "%s" with seed %i',
    async (planted, seed) => {
      expect((await carryOut(store, seed, { planted })).faults).not.toEqual([]);
    },
  );
});
