import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../src/platform/config/read-environment.js';
import type { BenchmarksAnswer, ModelHealthAnswer } from '../../src/protocol/records/models.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

let provider: ScriptedProvider;
let office: RunningOffice;

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await office.close();
  await provider.close();
});

async function start(env: Environment): Promise<void> {
  office = await startLiveOffice(provider, env);
}

describe('POST /api/models/benchmarks', () => {
  const refresh = () => office.client.post<BenchmarksAnswer>('/api/models/benchmarks');
  /** What everybody is shown of it. */
  const shown = async () =>
    (await office.client.get<OfficeState>('/api/state')).body.modelSignals.benchmarks;
  const attribution = 'Benchmark data from OpenRouter (https://openrouter.ai)';
  const nothing = { entries: 0, models: 0, measured: 0, fetchedAt: null, attribution };

  it('says that it is switched off', async () => {
    await start({ OPENROUTER_API_KEY: 'k' });
    expect((await refresh()).body).toEqual({
      ok: false,
      error: 'benchmark quality is switched off (OFFICE_BENCHMARKS=false)',
    });
    expect(await shown()).toEqual({ ...nothing, enabled: false, detail: 'switched off' });
  });

  it('makes no request without a key', async () => {
    await start({ OPENAI_API_KEY: 'k', OFFICE_BENCHMARKS: 'true' });
    const { status, body } = await refresh();
    expect(status).toBe(200);
    const error = 'no OpenRouter API key is configured';
    const coverage = { ...nothing, enabled: true, detail: error };
    expect(body).toMatchObject({ ok: false, error, coverage });
    expect(await shown()).toEqual(coverage);
    expect(provider.requests).toHaveLength(0);
  });

  it('turns what it gets into opinions', async () => {
    const rows = [
      {
        source: 'openrouter',
        model_permaslug: 'deepseek/deepseek-chat',
        intelligence_index: 30,
        coding_index: 40,
      },
      { source: 'openrouter', model_permaslug: 'openai/gpt-4o', intelligence_index: 20 },
    ];
    provider.route('GET /benchmarks', { body: { data: rows } });
    await start({ OPENROUTER_API_KEY: 'sk-router-key', OFFICE_BENCHMARKS: 'true' });
    const { body } = await refresh();
    expect(body).toMatchObject({
      ok: true,
      error: null,
      entries: 2,
    });
    expect(body.coverage).toEqual({
      enabled: true,
      entries: 2,
      models: 2,
      measured: 2,
      fetchedAt: expect.any(Number),
      attribution,
      detail: null,
    });
    const chat = body.models?.find(({ id }) => id === 'openrouter/deepseek/deepseek-chat');
    expect(chat?.quality?.opinions?.at(-1)).toMatchObject({
      source: 'pooled',
      quality: 1,
      confidence: 0.6,
      attribution: expect.stringContaining('OpenRouter'),
    });
    const socket = await office.client.connect();
    const { state } = await socket.waitFor('hello');
    expect(state.modelSignals.benchmarks).toEqual(body.coverage);
    for (const { headers } of provider.requests) {
      expect(headers.authorization).toBe('Bearer sk-router-key');
    }
  });

  it('keeps what it had when the source does not answer', async () => {
    provider.route('GET /benchmarks', { status: 500 });
    await start({ OPENROUTER_API_KEY: 'k', OFFICE_BENCHMARKS: 'true' });
    const { body: failed } = await refresh();
    expect(failed).toMatchObject({ ok: false, error: 'HTTP 500', entries: 0 });
    expect(failed.coverage).toEqual({
      ...nothing,
      enabled: true,
      detail: 'nothing has been fetched yet',
    });
    const row = { source: 'openrouter', model_permaslug: 'openai/gpt-4o', intelligence_index: 20 };
    provider.route('GET /benchmarks', { body: { data: [row] } });
    const { body: got } = await refresh();
    provider.route('GET /benchmarks', { status: 500 });
    const { body: again } = await refresh();
    expect(again).toMatchObject({ ok: false, error: 'HTTP 500', entries: 1 });
    expect(again.coverage).toEqual(got.coverage);
    expect(again.coverage).toMatchObject({ enabled: true, entries: 1, detail: null });
  });
});

describe('POST /api/models/health', () => {
  const env = { OPENROUTER_API_KEY: 'k', OFFICE_ENDPOINT_HEALTH: 'true' };
  const refresh = (request: object = {}) =>
    office.client.post<ModelHealthAnswer>('/api/models/health', request);

  it('says that it is switched off', async () => {
    await start({ OPENROUTER_API_KEY: 'k' });
    expect((await refresh()).body).toEqual({
      ok: false,
      error: 'endpoint health is switched off (OFFICE_ENDPOINT_HEALTH=false)',
    });
  });

  it('asks about each model OpenRouter serves, without a key', async () => {
    const endpoints = [{ uptime_last_30m: 97 }, { uptime_last_30m: 20 }];
    provider.route('GET /models/deepseek/deepseek-chat/endpoints', {
      body: { data: { endpoints } },
    });
    await start(env);
    const { body } = await refresh();
    expect(body).toMatchObject({ ok: true, fetched: 1, failed: 19, considered: 20 });
    expect(body.records).toEqual([
      {
        modelId: 'openrouter/deepseek/deepseek-chat',
        permaslug: 'deepseek/deepseek-chat',
        uptime: 0.97,
        endpointCount: 2,
        healthyCount: 1,
        at: expect.any(Number),
      },
    ]);
    expect(body.status).toMatchObject({ enabled: true, known: 1, fetchedAt: expect.any(Number) });
    for (const { headers } of provider.requests)
      expect(headers).not.toHaveProperty('authorization');
  });

  it.each([
    [0, 1],
    [2.9, 2],
    [900, 50],
  ])('clamps a limit of %d', async (limit, considered) => {
    await start(env);
    expect((await refresh({ limit })).body).toMatchObject({ considered });
  });
});
