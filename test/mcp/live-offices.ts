import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

interface LiveOffices {
  provider(): ScriptedProvider;
  open(env: Record<string, string>): Promise<[RunningOffice, OfficeSocket]>;
  close(office: RunningOffice): Promise<void>;
}

/** Offices of a suite with one scripted provider; what a test opened is closed behind it. */
export function liveOffices(): LiveOffices {
  const offices = new Set<RunningOffice>();
  let provider: ScriptedProvider;
  const close = async (office: RunningOffice): Promise<void> => {
    offices.delete(office);
    await office.close();
  };

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  afterEach(async () => {
    for (const office of offices) await close(office);
  });
  afterAll(() => provider.close());

  return {
    provider: () => provider,
    close,
    open: async (env) => {
      const office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key', ...env });
      offices.add(office);
      return [office, await office.client.connect()];
    },
  };
}
