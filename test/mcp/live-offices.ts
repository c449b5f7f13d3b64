import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedVendor } from '../support/scripted-vendor/scripted-vendor.js';
import type { RunningOffice } from '../support/start-office.js';

interface LiveOffices {
  vendor(): ScriptedVendor;
  open(env: Record<string, string>): Promise<[RunningOffice, OfficeSocket]>;
  close(office: RunningOffice): Promise<void>;
}

/** Offices of a suite with one scripted vendor; what a test opened is closed behind it. */
export function liveOffices(): LiveOffices {
  const offices = new Set<RunningOffice>();
  let vendor: ScriptedVendor;
  const close = async (office: RunningOffice): Promise<void> => {
    offices.delete(office);
    await office.close();
  };

  beforeAll(async () => {
    vendor = await ScriptedVendor.start();
  });
  afterEach(async () => {
    for (const office of offices) await close(office);
  });
  afterAll(() => vendor.close());

  return {
    vendor: () => vendor,
    close,
    open: async (env) => {
      const office = await startLiveOffice(vendor, { OPENAI_API_KEY: 'key', ...env });
      offices.add(office);
      return [office, await office.client.connect()];
    },
  };
}
