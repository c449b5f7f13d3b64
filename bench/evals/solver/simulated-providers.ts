import { anthropic } from '#test/support/providers/anthropic.js';
import { simulatorKey, ProviderSimulator } from '#test/support/providers/core/simulator.js';
import { deepSeek } from '#test/support/providers/deepseek.js';
import { openAi } from '#test/support/providers/openai.js';
import type { EvalTask } from '../harness/eval-task.js';
import { solverFor } from './solver.js';

const providers = { openai: openAi, anthropic, deepseek: deepSeek } as const;

/** Simulated providers for the solver, in three dialects. */
export const simulatedProviders = ['openai', 'anthropic', 'deepseek'] as const;
export type SimulatedProviderName = (typeof simulatedProviders)[number];

export interface SimulatedProvider extends AsyncDisposable {
  readonly simulator: ProviderSimulator;
  /** Environment of an office that only has a key of this provider. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a strict simulator on loopback whose model is the scripted solver of the tasks. */
export async function startSimulatedProvider(
  name: SimulatedProviderName,
  tasks: readonly EvalTask[],
): Promise<SimulatedProvider> {
  const simulator = await ProviderSimulator.start(providers[name](), { brain: solverFor(tasks) });
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
