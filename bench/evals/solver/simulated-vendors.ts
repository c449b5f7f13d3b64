import { anthropic } from '#test/support/vendors/anthropic.js';
import { simulatorKey, VendorSimulator } from '#test/support/vendors/core/simulator.js';
import { deepSeek } from '#test/support/vendors/deepseek.js';
import { openAi } from '#test/support/vendors/openai.js';
import type { EvalTask } from '../harness/eval-task.js';
import { solverFor } from './solver.js';

const vendors = { openai: openAi, anthropic, deepseek: deepSeek } as const;

/** Simulated providers for the solver, in three dialects. */
export const simulatedVendors = ['openai', 'anthropic', 'deepseek'] as const;
export type SimulatedVendorName = (typeof simulatedVendors)[number];

export interface SimulatedVendor extends AsyncDisposable {
  readonly simulator: VendorSimulator;
  /** Environment of an office that only has a key of this provider. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a strict simulator on loopback whose model is the scripted solver of the tasks. */
export async function startSimulatedVendor(
  name: SimulatedVendorName,
  tasks: readonly EvalTask[],
): Promise<SimulatedVendor> {
  const simulator = await VendorSimulator.start(vendors[name](), { brain: solverFor(tasks) });
  const prefix = name.toUpperCase();
  return {
    simulator,
    env: {
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      [`${prefix}_API_KEY`]: simulatorKey,
      [`OFFICE_${prefix}_BASE_URL`]: simulator.baseUrl,
    },
    [Symbol.asyncDispose]: () => simulator.close(),
  };
}
