import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ProbesController } from '../../src/health/probes.controller.js';
import { serviceVersion } from '../../src/platform/process/service-version.js';
import type { Health } from '../../src/protocol/records/office.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

describe('GET /api/health', () => {
  let office: RunningOffice;

  beforeEach(async () => {
    office = await startOffice({
      root: (bootContext) => ProbeModule.on(bootContext),
      env: { OFFICE_LLM_MODE: 'auto' },
    });
  });

  afterEach(() => office.close());

  const health = async (): Promise<Health> => (await office.client.get<Health>('/api/health')).body;

  it('tells how the service is', async () => {
    expect(await health()).toEqual({
      ok: true,
      llmMode: 'mock',
      llmModeReason: 'OFFICE_LLM_MODE=auto, and no provider key or keyless base URL was found',
      configStale: false,
      configStaleDetail: null,
      version: serviceVersion,
      protocolVersion: 1,
      store: 'memory (OFFICE_DB is :memory:)',
      uptimeMs: expect.any(Number),
      activeRuns: 3,
      pendingApprovals: 2,
    });
  });

  it('sees at once when the environment has changed', async () => {
    office.env['OPENAI_API_KEY'] = 'new';
    expect(await health()).toMatchObject({
      configStale: true,
      configStaleDetail: expect.stringMatching(/^OPENAI_API_KEY is now set for 'openai'\. /),
      llmMode: 'mock',
    });
    const envFile = join(office.directory, '.env');
    writeFileSync(envFile, 'PORT=1');
    utimesSync(envFile, new Date(), new Date());
    expect((await health()).configStaleDetail).toMatch(
      /^\.env has been modified since this process started, and OPENAI_API_KEY is now set/,
    );
    rmSync(envFile);
  });
});

describe('the probes', () => {
  let office: RunningOffice;

  beforeEach(async () => {
    office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
  });

  afterEach(() => office.close());

  it('find a service that is live and ready', async () => {
    for (const path of ['/livez', '/readyz']) {
      const { status, body } = await office.client.get(path);
      expect([status, body]).toEqual([200, { ok: true }]);
    }
  });

  it('find it live and not ready while the store does not answer', async () => {
    const store = office.app.get(DataSource);
    const query = store.query.bind(store);
    store.query = () => Promise.reject(new Error('gone'));
    const { status, body } = await office.client.get('/readyz');
    expect([status, body]).toEqual([503, { error: 'The store does not answer.' }]);
    expect((await office.client.get('/livez')).status).toBe(200);
    store.query = query;
  });

  it('find it live and not ready once it is closing', async () => {
    office.app.get(ProbesController).onModuleDestroy();
    const { status, body } = await office.client.get('/readyz');
    expect([status, body]).toEqual([503, { error: 'The service is closing.' }]);
    expect((await office.client.get('/livez')).status).toBe(200);
  });
});
