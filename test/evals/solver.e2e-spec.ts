import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carryOut } from '../../bench/evals/harness/carry-out.js';
import { loadTasks } from '../../bench/evals/harness/eval-task.js';
import {
  simulatedProviders,
  startSimulatedProvider,
} from '../../bench/evals/solver/simulated-providers.js';
import type { SimulatedProvider } from '../../bench/evals/solver/simulated-providers.js';

const tasks = loadTasks(join(import.meta.dirname, '..', '..', 'bench', 'evals', 'tasks'));

/**
 * Every task through the real engine, each behind the strict simulator of one provider in turn.
 * `npm run eval -- --simulate <provider>` does all of them behind one.
 */
describe.each(simulatedProviders.map((name, place) => ({ name, place })))(
  'the scripted solver behind $name',
  ({ name, place }) => {
    let provider: SimulatedProvider;
    beforeAll(async () => {
      provider = await startSimulatedProvider(name, tasks);
    });
    afterAll(async () => provider[Symbol.asyncDispose]());

    it.each(tasks.filter((_, number) => number % simulatedProviders.length === place))(
      'solves $id',
      async (task) => {
        const result = await carryOut(task, { env: provider.env, budgetUsd: 20 });
        expect(result).toMatchObject({ solved: true, failure: null, failedTurns: 0 });
        expect(provider.simulator.refusals).toEqual([]);
      },
      120_000,
    );
  },
);
