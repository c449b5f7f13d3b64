import { AppModule } from '#app.module.js';
import type { Environment } from '#platform/config/read-environment.js';
import { startOffice } from '../start-office.js';
import type { RunningOffice } from '../start-office.js';
import { simulatorKey } from '../providers/core/simulator.js';
import type { ProviderSimulator } from '../providers/core/simulator.js';

/** An office with the key of one simulated provider, discovery on, without approvals. */
export function startSimulatedOffice(
  name: string,
  simulator: ProviderSimulator,
  env: Environment = {},
): Promise<RunningOffice> {
  return startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: {
      OFFICE_LLM_MODE: 'auto',
      OFFICE_MODEL_DISCOVERY: 'true',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      [`${name}_API_KEY`]: simulatorKey,
      [`OFFICE_${name}_BASE_URL`]: simulator.baseUrl,
      ...env,
    },
  });
}
