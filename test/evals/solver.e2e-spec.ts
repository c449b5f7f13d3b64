import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carryOut } from '../../bench/evals/harness/carry-out.js';
import { loadTasks } from '../../bench/evals/harness/eval-task.js';
import {
  simulatedVendors,
  startSimulatedVendor,
} from '../../bench/evals/solver/simulated-vendors.js';
import type { SimulatedVendor } from '../../bench/evals/solver/simulated-vendors.js';

const tasks = loadTasks(join(import.meta.dirname, '..', '..', 'bench', 'evals', 'tasks'));

/**
 * Every task through the real engine, each behind the strict simulator of one vendor in turn.
 * `npm run eval -- --simulate <vendor>` does all of them behind one.
 */
describe.each(simulatedVendors.map((name, place) => ({ name, place })))(
  'the scripted solver behind $name',
  ({ name, place }) => {
    let vendor: SimulatedVendor;
    beforeAll(async () => {
      vendor = await startSimulatedVendor(name, tasks);
    });
    afterAll(async () => vendor[Symbol.asyncDispose]());

    it.each(tasks.filter((_, number) => number % simulatedVendors.length === place))(
      'solves $id',
      async (task) => {
        const result = await carryOut(task, { env: vendor.env, budgetUsd: 20 });
        expect(result).toMatchObject({ solved: true, failure: null, failedTurns: 0 });
        expect(vendor.simulator.refusals).toEqual([]);
      },
      120_000,
    );
  },
);
