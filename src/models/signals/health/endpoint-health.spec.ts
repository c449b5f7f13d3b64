import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { aModelsConfig, FixedClock, quietLogger } from '#test/support/models/models-config.js';
import { ScriptedProvider } from '#test/support/scripted-provider/scripted-provider.js';
import { EndpointHealth } from './endpoint-health.js';

const model = aModel({ providerId: 'openrouter', id: 'author/slug' });
const path = 'GET /models/author/slug/endpoints';
const uptimeOf = (percent: number) => ({
  body: { data: { endpoints: [{ uptime_last_30m: percent }] } },
});

describe('EndpointHealth', () => {
  let provider: ScriptedProvider;
  let clock: FixedClock;

  beforeEach(async () => {
    provider = await ScriptedProvider.start();
    clock = new FixedClock();
  });

  afterEach(() => provider.close());

  function health(env: Record<string, string> = {}): EndpointHealth {
    const config = aModelsConfig({
      OFFICE_LLM_MODE: 'live',
      OFFICE_OPENROUTER_BASE_URL: provider.baseUrl,
      OFFICE_ENDPOINT_HEALTH_CACHE: 'off',
      ...env,
    });
    return new EndpointHealth(config, clock, quietLogger());
  }

  /** Waits for a reading requested in the background. */
  async function readingOf(of: EndpointHealth, wanted: number): Promise<void> {
    while (of.uptimeOf(model) !== wanted) await new Promise(setImmediate);
  }

  it('does not wait for a reading, and has it the next time', async () => {
    provider.route(path, uptimeOf(95));
    const it = health();
    expect(it.uptimeOf(model)).toBeNull();
    await readingOf(it, 0.95);
    expect(provider.requests).toHaveLength(1);
  });

  it('uses an old reading while it asks for a new one', async () => {
    provider.route(path, uptimeOf(95));
    const it = health();
    it.uptimeOf(model);
    await readingOf(it, 0.95);
    provider.route(path, uptimeOf(50));
    clock.advance(599_999);
    expect(it.uptimeOf(model)).toBe(0.95);
    expect(provider.requests).toHaveLength(1);
    clock.advance(1);
    expect(it.uptimeOf(model)).toBe(0.95);
    await readingOf(it, 0.5);
  });

  it('does not ask again at once what was not answered', async () => {
    provider.route(path, { status: 500 });
    const it = health();
    it.uptimeOf(model);
    while (provider.requests.length === 0) await new Promise(setImmediate);
    await provider.onlyRequest().closed;
    await new Promise(setImmediate);
    expect(it.uptimeOf(model)).toBeNull();
    expect(provider.requests).toHaveLength(1);
    expect(it.status()).toEqual({ enabled: true, known: 0, fetchedAt: null });
  });

  it.each([
    ['in mock mode', { OFFICE_LLM_MODE: 'mock' }, model],
    ['when switched off', { OFFICE_ENDPOINT_HEALTH: 'false' }, model],
    ['about models of other providers', {}, aModel({ providerId: 'openai', id: 'a/b' })],
    ['about ids without an author', {}, aModel({ providerId: 'openrouter', id: 'slug' })],
  ])('asks nobody %s', async (_, env, asked) => {
    expect(health(env).uptimeOf(asked)).toBeNull();
    await new Promise(setImmediate);
    expect(provider.requests).toHaveLength(0);
  });
});
