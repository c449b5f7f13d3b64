import { AppModule } from '#app.module.js';
import type { Environment } from '#platform/config/read-environment.js';
import type { OfficeSocket } from '../office-socket.js';
import { type RunningOffice, startOffice } from '../start-office.js';
import type { Brain } from './core/reply.js';
import { simulatorKey, ProviderSimulator } from './core/simulator.js';
import type { ProviderRules } from './core/provider-rules.js';

/** An office with the key of one strict provider and nothing else: discovery is on. */
export interface ProviderOffice {
  readonly office: RunningOffice;
  readonly simulator: ProviderSimulator;
  readonly socket: OfficeSocket;
  close(): Promise<void>;
}

export interface ProviderSeat {
  /** Prefix of its variables: `DEEPSEEK`. */
  readonly name: string;
  readonly provider: ProviderRules;
  readonly brain?: Brain;
  readonly key?: string;
  readonly env?: Environment;
}

export async function startProviderOffice(seat: ProviderSeat): Promise<ProviderOffice> {
  const { name, provider, brain, key = simulatorKey, env = {} } = seat;
  const simulator = await ProviderSimulator.start(provider, brain && { brain });
  const office = await startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: {
      OFFICE_LLM_MODE: 'auto',
      OFFICE_MODEL_DISCOVERY: 'true',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      [`${name}_API_KEY`]: key,
      [`OFFICE_${name}_BASE_URL`]: simulator.baseUrl,
      ...env,
    },
  });
  const socket = await office.client.connect();
  const close = async (): Promise<void> => {
    await office.close();
    await simulator.close();
  };
  return { office, simulator, socket, close };
}
