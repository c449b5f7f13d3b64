import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examine } from '../../src/cli/commands/doctor.js';
import type { Health, OfficeState } from '../../src/protocol/records/office.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('values that the office does not use as they are written', () => {
  let office: RunningOffice;
  const health = async () => (await office.client.get<Health>('/api/health')).body;

  beforeAll(async () => {
    office = await startRealOffice({
      OFFICE_MAX_CONCURRENCY: '99',
      OFFICE_BENCHMARKS: 'no',
      OFFICE_SOCKT_PING_MS: '500',
      OFFICE_ALLOW_PLUGIN_INSTALL: 'yes',
    });
  });
  afterAll(() => office.close());

  const others = [
    'OFFICE_BENCHMARKS must be true or false; true is used',
    'OFFICE_SOCKT_PING_MS is no variable of this service; is OFFICE_SOCKET_PING_MS meant?',
  ];
  const concurrency = (value: number) =>
    `OFFICE_MAX_CONCURRENCY must be a whole number from 1 to 16; the setting maxConcurrency is ${value}`;

  it('are told once in the log, and by the health and the doctor', async () => {
    const all = [concurrency(16), ...others].toSorted();
    const logged = office.log.filter((line) => line.includes('[config]'));
    expect(logged.map((line) => line.replace('WARN [config] ', '')).toSorted()).toEqual(all);
    const found = await health();
    expect([...(found.problems ?? [])].toSorted()).toEqual(all);
    const { body: state } = await office.client.get<OfficeState>('/api/state');
    const findings = examine({ url: 'http://here', health: found, state, obstacle: null });
    const warned = findings.filter(
      ({ level, what }) => level === 'warn' && what === 'configuration',
    );
    expect(warned.map(({ finding }) => finding).toSorted()).toEqual(all);
  });

  it('are told with the setting as it stands', async () => {
    await office.client.put('/api/settings', { maxConcurrency: 7 });
    expect((await health()).problems).toContain(concurrency(7));
  });
});
