import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carryOut } from '../../../evals/harness/carry-out.js';
import { loadTasks } from '../../../evals/harness/eval-task.js';
import { startSimulatedVendor } from '../../../evals/solver/simulated-vendors.js';
import type {
  SimulatedVendor,
  SimulatedVendorName,
} from '../../../evals/solver/simulated-vendors.js';

const tasks = loadTasks(join(import.meta.dirname, '..', '..', '..', 'evals', 'tasks'));

/** Every task through the real engine, behind the strict simulator of a vendor. */
export function describeSolver(name: SimulatedVendorName): void {
  describe(`the scripted solver behind ${name}`, () => {
    let vendor: SimulatedVendor;
    beforeAll(async () => {
      vendor = await startSimulatedVendor(name);
    });
    afterAll(async () => vendor[Symbol.asyncDispose]());

    it.each(tasks)(
      'solves $id',
      async (task) => {
        const result = await carryOut(task, { env: vendor.env, budgetUsd: 20 });
        expect(result).toMatchObject({ solved: true, failure: null, failedTurns: 0 });
        expect(vendor.simulator.refusals).toEqual([]);
      },
      60_000,
    );
  });
}
