import { AppModule } from '#app.module.js';
import type { Environment } from '#platform/config/read-environment.js';
import type { ScriptedProvider } from '../scripted-provider/scripted-provider.js';
import { startOffice } from '../start-office.js';
import type { RunningOffice } from '../start-office.js';

/**
 * An office in live mode whose providers all are one scripted provider; nothing else is contacted.
 */
export function startLiveOffice(
  provider: ScriptedProvider,
  env: Environment = {},
): Promise<RunningOffice> {
  return startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: {
      OFFICE_LLM_MODE: 'live',
      OFFICE_MODEL_DISCOVERY: 'false',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_DEEPSEEK_BASE_URL: provider.baseUrl,
      OFFICE_OPENAI_BASE_URL: provider.baseUrl,
      OFFICE_OPENAI_ENDPOINT: 'chat',
      OFFICE_OPENROUTER_BASE_URL: provider.baseUrl,
      OFFICE_ANTHROPIC_BASE_URL: provider.baseUrl,
      ...env,
    },
  });
}
