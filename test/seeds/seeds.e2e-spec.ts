import { beforeAll, describe, expect, it } from '@jest/globals';
import { keptPlans, readKept } from './support/corpus.js';
import { planOf } from './support/plan.js';
import { type PlantedFault, shownBy } from './support/planted-faults.js';
import { carryOut } from './support/seed.js';
import { failingBy, withFewActions } from './support/shrink.js';
import { SimulatedStore } from './support/store.js';

/** Seeds of this many are new each day. */
const newSeeds = 20;

const day = Math.floor(Date.now() / 86_400_000);

/** A third of them; another each day. */
const ofTheDay = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => index % 3 === day % 3);

const shown = Object.entries(shownBy) as [PlantedFault, number | null][];
const found = shown.flatMap(([fault, seed]) => (seed === null ? [] : [[fault, seed] as const]));

describe('a simulated fleet', () => {
  let store: SimulatedStore;

  beforeAll(async () => {
    store = await SimulatedStore.open();
  });

  it('has the same history twice for the same seed, and another for another seed', async () => {
    const [one, other, again] = [
      await carryOut(store, planOf(7)),
      await carryOut(store, planOf(8)),
      await carryOut(store, planOf(7)),
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
      const { faults } = await carryOut(store, planOf(seed));
      failed.push(...faults.map(({ message }) => `${seed}: ${message}`));
    }
    expect(failed).toEqual([]);
  });

  it.each(ofTheDay(found))('shows the planted fault "%s" with seed %i', async (fault, seed) => {
    expect((await carryOut(store, planOf(seed), fault)).faults).not.toEqual([]);
  });

  it('shrinks a failing plan to few actions, the same ones each time', async () => {
    const sought = { oracle: 'approvals', planted: 'decided twice' } as const;
    const failing = failingBy(store, sought, 1);
    const whole = planOf(48);
    const few = await withFewActions(failing, whole);
    expect(await failing(few)).toEqual(few);
    expect(few.actions.length).toBeLessThanOrEqual(whole.actions.length / 2);
    expect(await withFewActions(failing, whole)).toEqual(few);
    for (const place of few.actions.keys()) {
      expect(await failing({ ...few, actions: few.actions.toSpliced(place, 1) })).toBeNull();
    }
  });

  it('has a kept plan for each planted fault', () => {
    const kept = keptPlans().flatMap((name) => readKept(name).planted ?? []);
    expect(kept.toSorted()).toEqual(Object.keys(shownBy).toSorted());
  });

  it.each(keptPlans())(
    'fails by the kept plan %s with its fault, if one is planted, and not without',
    async (name) => {
      const { planted: fault, oracle, plan } = readKept(name);
      const { faults } = fault === null ? { faults: [] } : await carryOut(store, plan, fault);
      expect(faults.map((seen) => seen.oracle)).toEqual(
        fault === null ? [] : expect.arrayContaining([oracle]),
      );
      expect((await carryOut(store, plan)).faults).toEqual([]);
    },
  );
});
