import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type {
  BenchmarksAnswer,
  DiscoveryAnswer,
  ModelHealthAnswer,
  ModelSpec,
  ProviderStatus,
} from '../../src/protocol/records/models.js';
import type { OfficeSettings } from '../../src/protocol/records/office.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';

let office: RunningOffice;

beforeAll(async () => {
  office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
});

afterAll(() => office.close());

const listed = async (id: string): Promise<ModelSpec | undefined> => {
  const { body } = await office.client.get<ModelSpec[]>('/api/models');
  return body.find((model) => model.id === id);
};

const patch = (settings: object) => office.client.patch<OfficeSettings>('/api/settings', settings);

describe('GET /api/models', () => {
  it('lists the shipped catalogue in full, opinions included', async () => {
    const { status, body } = await office.client.get<ModelSpec[]>('/api/models');
    expect(status).toBe(200);
    expect(body).toHaveLength(12);
    expect(body[0]).toMatchObject({
      id: 'deepseek-flash',
      providerId: 'deepseek',
      tier: 'nano',
      origin: 'catalog',
      quality: { opinions: [{ source: 'curated', confidence: 0.5 }] },
    });
  });

  it('says where the facts of an entry are from, and what cached input costs', async () => {
    expect(await listed('gpt-4o')).toMatchObject({
      source: {
        name: expect.stringMatching(/^@earendil-works\/pi-ai \d/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      price: { in: 2.5, out: 10, cacheRead: 1.25 },
      input: ['text', 'image'],
    });
    const { body } = await office.client.get<ModelSpec[]>('/api/models');
    expect(body.filter(({ source }) => source === undefined)).toEqual([]);
  });

  it('keeps a model that is switched off, and the state frame says so too', async () => {
    const socket = await office.client.connect();
    await patch({ disabledModelIds: ['gpt-4o'] });
    expect(await listed('gpt-4o')).toMatchObject({ disabled: true });
    const { state } = await socket.waitFor('office.updated', (event) =>
      event.state.models.some(({ disabled }) => disabled === true),
    );
    expect(state.models).toHaveLength(12);
    await patch({ disabledModelIds: [] });
    expect(await listed('gpt-4o')).not.toHaveProperty('disabled');
  });

  it('shows corrections of operators, quality and fitness among them', async () => {
    const override = { tier: 'max', costPerMTokIn: 9, quality: 0.9, fitness: { coding: 0.1 } };
    const { body } = await patch({ modelOverrides: { 'gpt-4o': override } });
    expect(body.modelOverrides).toEqual({ 'gpt-4o': override });
    const model = await listed('gpt-4o');
    expect(model).toMatchObject({ tier: 'max', costPerMTokIn: 9, costPerMTokOut: 10 });
    expect(model?.quality?.opinions?.at(-1)).toMatchObject({
      source: 'curated',
      quality: 0.9,
      fitness: { coding: 0.1 },
      confidence: 1,
    });
    await patch({ modelOverrides: {} });
  });

  it('shows windows, limits and capabilities as operators correct them', async () => {
    const override = {
      contextWindow: 64_000,
      maxOutputTokens: 1000,
      capabilities: { vision: false },
      costPerMTokCacheRead: 2,
    };
    const { body } = await patch({ modelOverrides: { 'gpt-4o': override } });
    expect(body.modelOverrides).toEqual({ 'gpt-4o': override });
    expect(await listed('gpt-4o')).toMatchObject({
      contextWindow: 64_000,
      maxOutputTokens: 1000,
      capabilities: { tools: true, vision: false },
      price: { in: 2.5, out: 10, cacheRead: 2 },
    });
    await patch({ modelOverrides: {} });
  });

  it.each([
    [
      { 'gpt-4o': { contextWindow: 0 } },
      'The context window for "gpt-4o" must be a whole number of tokens, one or more.',
    ],
    [{ 'gpt-4o': 3 }, 'The override for "gpt-4o" is not an object.'],
    [{ 'gpt-4o': { tier: 'giant' } }, '"giant" is not a model tier.'],
    [
      { 'gpt-4o': { costPerMTokIn: -1 } },
      'The input price for "gpt-4o" must be a number of dollars per million tokens, zero or more.',
    ],
  ])('refuses the correction %j', async (modelOverrides, error) => {
    expect(await patch({ modelOverrides })).toMatchObject({ status: 400, body: { error } });
  });

  it('drops overrides of unknown models, with one warning', async () => {
    const { body } = await patch({ modelOverrides: { nobody: { tier: 'max' } } });
    expect(body.modelOverrides).toEqual({});
    expect(office.log.filter((line) => line.includes('nobody'))).toEqual([
      expect.stringMatching(/^WARN \[settings\] /),
    ]);
  });
});

describe('the models of a state frame', () => {
  it('name the sources of quality in place of the opinions', async () => {
    const socket = await office.client.connect();
    const { state } = await socket.waitFor('hello');
    const { body } = await office.client.get<ModelSpec[]>('/api/models');
    expect(state.models.map(({ id }) => id)).toEqual(body.map(({ id }) => id));
    for (const { quality } of state.models) {
      expect(quality).toMatchObject({ sources: ['curated'] });
      expect(quality).not.toHaveProperty('opinions');
    }
  });
});

describe('GET /api/providers', () => {
  it('lists the providers in the order of the interface, with a hint where one is missing', async () => {
    const { body } = await office.client.get<ProviderStatus[]>('/api/providers');
    expect(body.map(({ id, modelCount }) => [id, modelCount])).toEqual([
      ['deepseek', 3],
      ['openai', 3],
      ['openrouter', 3],
      ['anthropic', 2],
      ['local', 1],
      ['mock', 0],
    ]);
    expect(body[0]).toEqual({
      id: 'deepseek',
      label: 'DeepSeek',
      configured: false,
      ok: null,
      detail: null,
      hint: expect.stringContaining('DEEPSEEK_API_KEY'),
      modelCount: 3,
      pluginId: null,
      modelSource: 'seed',
      modelSourceDetail: null,
      local: false,
      discoveredAt: null,
    });
    expect(body[4]).toMatchObject({ id: 'local', local: true });
  });
});

describe('in mock mode', () => {
  it.each([{}, { providerId: 'openai' }, { providerId: 'nobody' }])(
    'POST /api/models/discover %j keeps the catalogue and asks nobody',
    async (request) => {
      const { status, body } = await office.client.post<DiscoveryAnswer>(
        '/api/models/discover',
        request,
      );
      expect(status).toBe(200);
      expect(body.reports).toEqual([]);
      expect(body.note).toBe('mock mode keeps the curated catalog; discovery is skipped.');
      expect(body.models).toHaveLength(12);
      expect(body.providers).toHaveLength(6);
    },
  );

  it.each(['benchmarks', 'health'])('POST /api/models/%s makes no call', async (route) => {
    const { status, body } = await office.client.post<BenchmarksAnswer | ModelHealthAnswer>(
      `/api/models/${route}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, error: 'mock mode makes no outbound calls.' });
  });

  it('the answers have the other fields as they stand', async () => {
    const { body: benchmarks } =
      await office.client.post<BenchmarksAnswer>('/api/models/benchmarks');
    expect(benchmarks.entries).toBe(0);
    expect(benchmarks.coverage).toEqual({
      enabled: true,
      entries: 0,
      models: 0,
      measured: 0,
      fetchedAt: null,
      detail: 'no OpenRouter API key is configured',
      attribution: 'Benchmark data from OpenRouter (https://openrouter.ai)',
    });
    expect(benchmarks.models).toHaveLength(12);
    const { body: health } = await office.client.post<ModelHealthAnswer>('/api/models/health');
    expect(health).toMatchObject({
      considered: 0,
      records: [],
      status: { enabled: true, known: 0, fetchedAt: null },
    });
  });
});

describe('the doors of lookups', () => {
  it.each([
    ['discover', { providerId: 5 }],
    ['discover', { force: 'yes' }],
    ['health', { limit: 'all' }],
  ])('POST /api/models/%s refuses %j by name', async (route, request) => {
    const answer = await office.client.post<{ error: string }>(`/api/models/${route}`, request);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(Object.keys(request)[0]);
  });
});
