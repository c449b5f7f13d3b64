import { copyFile, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { shippedModels } from '../../src/models/catalogue/shipped-catalogue.js';
import type { Environment } from '../../src/platform/config/read-environment.js';
import type {
  DiscoveryAnswer,
  ModelSpec,
  ProviderStatus,
} from '../../src/protocol/records/models.js';
import { startLiveOffice } from '../support/models/live-office.js';
import {
  ScriptedProvider,
  type RouteAnswer,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';

let scripted: ScriptedProvider;
let office: RunningOffice;

beforeEach(async () => {
  scripted = await ScriptedProvider.start();
});

afterEach(async () => {
  await office.close();
  await scripted.close();
});

async function start(env: Environment): Promise<void> {
  office = await startLiveOffice(scripted, env);
}

const listed = { body: { data: [{ id: 'gpt-4o', context_length: 5 }, { id: 'new-70b' }] } };

const provider = async (id: string): Promise<ProviderStatus | undefined> => {
  const { body } = await office.client.get<ProviderStatus[]>('/api/providers');
  return body.find((status) => status.id === id);
};

const modelIds = async (): Promise<string[]> => {
  const { body } = await office.client.get<ModelSpec[]>('/api/models');
  return body.map(({ id }) => id);
};

const discover = (request: object = {}) =>
  office.client.post<DiscoveryAnswer>('/api/models/discover', request);

describe('discovery at boot', () => {
  const env = { OPENAI_API_KEY: 'k', OFFICE_MODEL_DISCOVERY: 'true' };

  it('queries configured providers in the background, and publishes the result', async () => {
    scripted.route('GET /models', listed);
    await start(env);
    const socket = await office.client.connect();
    const isThere = ({ state }: { state: { models: readonly ModelSpec[] } }) =>
      state.models.some(({ id }) => id === 'new-70b');
    const [hello] = socket.ofType('hello');
    if (hello === undefined || !isThere(hello)) await socket.waitFor('office.updated', isThere);
    expect(await provider('openai')).toMatchObject({
      ok: true,
      modelSource: 'discovered',
      modelSourceDetail: null,
      modelCount: 2,
      discoveredAt: expect.any(Number),
    });
    expect(await provider('deepseek')).toMatchObject({ ok: null, modelSource: 'seed' });
    expect(scripted.requests).toHaveLength(1);
  });
});

describe('POST /api/models/discover', () => {
  const env = {
    OPENAI_API_KEY: 'sk-openai-key',
    OFFICE_MODEL_DISCOVERY: 'true',
    OFFICE_MODEL_DISCOVERY_TTL_MS: '600000',
  };

  beforeEach(async () => {
    scripted.route('GET /models', listed);
    await start(env);
    await discover({ providerId: 'openai', force: false });
    scripted.requests.length = 0;
  });

  it('asks one provider', async () => {
    const { status, body } = await discover({ providerId: 'openai' });
    expect(status).toBe(200);
    expect(body.reports).toEqual([
      {
        providerId: 'openai',
        ok: true,
        models: [{ id: 'gpt-4o', contextWindow: 5 }, { id: 'new-70b' }],
        error: null,
        durationMs: expect.any(Number),
        at: expect.any(Number),
      },
    ]);
    expect(body.models.find(({ id }) => id === 'new-70b')).toMatchObject({
      tier: 'strong',
      unrated: true,
      unpriced: true,
      origin: 'discovered',
    });
    expect(body.models.some(({ id }) => id === 'o3-mini')).toBe(false);
    expect(scripted.onlyRequest().headers.authorization).toBe('Bearer sk-openai-key');
  });

  it('asks every provider, and says what is missing where it cannot', async () => {
    const { body } = await discover();
    expect(body.reports.map(({ providerId, error }) => [providerId, error])).toEqual([
      ['deepseek', 'no DeepSeek API key is configured'],
      ['openai', null],
      ['openrouter', 'no OpenRouter API key is configured'],
      ['anthropic', 'no Anthropic API key is configured'],
      ['local', 'no Local (OpenAI-compatible) API key is configured'],
      ['mock', 'this provider has no model-list endpoint; the curated catalog is in use'],
    ]);
    expect(scripted.requests).toHaveLength(1);
    expect(await provider('deepseek')).toMatchObject({ ok: null, modelSource: 'seed' });
  });

  it('spares a provider that was asked lately', async () => {
    const { body } = await discover({ providerId: 'openai', force: false });
    expect(body.reports).toHaveLength(1);
    expect(scripted.requests).toHaveLength(0);
  });

  it.each([
    [{ status: 500, body: 'x'.repeat(900) }, `HTTP 500 from openai/models: ${'x'.repeat(200)}`],
    [
      { status: 401, body: { error: { message: 'bad key' } } },
      'HTTP 401 from openai/models: bad key',
    ],
    [{ body: { hello: 1 } }, 'response was not a model list (no data/models array)'],
    [{ body: 'not json' }, 'response was not a model list (no data/models array)'],
    [{ body: { error: { message: 'try later' } } }, 'try later'],
  ])('reports %j, and the shipped list stands in', async (answer, error) => {
    scripted.route('GET /models', answer);
    const { status, body } = await discover({ providerId: 'openai' });
    expect(status).toBe(200);
    expect(body.reports).toMatchObject([{ providerId: 'openai', ok: false, models: [], error }]);
    expect(await provider('openai')).toMatchObject({
      ok: false,
      detail: error,
      modelSource: 'degraded',
      modelSourceDetail: error,
      discoveredAt: null,
      modelCount: shippedModels('openai').length,
    });
    expect(await modelIds()).toContain('o3-mini');
  });

  it('knows no other provider', async () => {
    expect(await discover({ providerId: 'nobody' })).toMatchObject({
      status: 404,
      body: { error: "No provider with id 'nobody' is loaded." },
    });
  });

  it('keeps the answers in a file for the next boot', async () => {
    const path = join(office.directory, 'data/model-discovery.json');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      version: 1,
      reports: [{ providerId: 'openai' }],
    });
    const kept = join(tmpdir(), `${randomUUID()}.json`);
    await copyFile(path, kept);
    await office.close();
    await start({ ...env, OFFICE_MODEL_DISCOVERY_CACHE: kept });
    await rm(kept);
    expect(await modelIds()).toContain('new-70b');
    expect(scripted.requests).toHaveLength(0);
  });

  describe('with what the boot before left', () => {
    let kept: string;

    beforeEach(async () => {
      await office.close();
      kept = join(tmpdir(), `${randomUUID()}.json`);
    });

    afterEach(() => rm(kept, { force: true }));

    /** Boots, discovers and closes; then boots again, with other variables. */
    async function bootTwice(answer: RouteAnswer, change: Environment): Promise<void> {
      const cached = { ...env, OFFICE_MODEL_DISCOVERY_CACHE: kept };
      scripted.route('GET /models', answer);
      await start(cached);
      await discover({ providerId: 'openai' });
      await office.close();
      scripted.route('GET /models', listed);
      scripted.requests.length = 0;
      await start({ ...cached, ...change });
      await discover({ providerId: 'openai', force: false });
    }

    it('a failure is forgotten', async () => {
      await bootTwice({ status: 500, body: 'down' }, {});
      expect(scripted.requests.length).toBeGreaterThan(0);
      expect(await provider('openai')).toMatchObject({ ok: true, modelSource: 'discovered' });
    });

    it('the list of another key is not used', async () => {
      await bootTwice(listed, { OPENAI_API_KEY: 'sk-another-key' });
      expect(scripted.requests.length).toBeGreaterThan(0);
    });

    it('the list of the same key is', async () => {
      await bootTwice(listed, {});
      expect(scripted.requests).toHaveLength(0);
      expect(await readFile(kept, 'utf8')).not.toContain('sk-openai-key');
    });
  });

  it('uses the list of one provider while another has not answered', async () => {
    const silent = await ScriptedProvider.start();
    silent.route('GET /models', { silent: true });
    await office.close();
    await start({ ...env, DEEPSEEK_API_KEY: 'k', OFFICE_DEEPSEEK_BASE_URL: silent.baseUrl });
    await until(async () => (await provider('openai'))?.modelSource === 'discovered');
    expect(await modelIds()).toContain('new-70b');
    expect(await provider('deepseek')).toMatchObject({ ok: null, modelSource: 'seed' });
    await silent.close();
  });
});

describe('discovery switched off', () => {
  it('makes no request, even on demand', async () => {
    await start({ OPENAI_API_KEY: 'k' });
    const { body } = await discover();
    expect(body).toMatchObject({
      reports: [],
      note: 'model discovery is switched off (OFFICE_MODEL_DISCOVERY=false).',
    });
    expect(scripted.requests).toHaveLength(0);
  });
});
