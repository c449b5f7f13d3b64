import { describe, expect, it } from '@jest/globals';
import { freePort } from '../../test/support/free-port.js';
import { aModel, aPolicy } from '../../test/support/models/a-model.js';
import { assembleModels } from '../../test/support/models/a-models-service.js';
import { curatedCatalogue } from './catalogue/curated-catalogue.js';
import { shippedModels } from './catalogue/shipped-catalogue.js';
import type { RouteRequest } from './routing/route-request.js';

const request: RouteRequest = { taskClass: 'coding', complexity: 0.5, policy: aPolicy() };

const nothing = { providers: [], models: [], routingRules: [] };

describe('the catalogue of the service', () => {
  it('hands out the same arrays until something changes', () => {
    const { service, settings } = assembleModels();
    const before = [
      service.list(),
      service.projected(),
      service.providers(),
      service.modelSignals(),
    ];
    service.route(request);
    expect(service.list()).toBe(before[0]);
    expect(service.projected()).toBe(before[1]);
    expect(service.providers()).toBe(before[2]);
    expect(service.modelSignals()).toBe(before[3]);
    settings.apply({ disabledModelIds: ['gpt-4o'], modelOverrides: {} });
    expect(service.list()).not.toBe(before[0]);
    expect(service.projected()).not.toBe(before[1]);
  });

  it('lists what plugins bring, and forgets it with them', () => {
    const { service, contributions, complaints } = assembleModels();
    const withdraw = contributions.register('acme', {
      ...nothing,
      models: [aModel({ id: 'acme-1', providerId: 'openai' }), aModel({ providerId: 'nobody' })],
    });
    expect(service.list()).toHaveLength(13);
    expect(service.list().find(({ id }) => id === 'acme-1')).toBeDefined();
    service.list();
    expect(complaints).toEqual([
      expect.stringContaining('models of unknown providers are not listed: nobody/model'),
    ]);
    withdraw();
    expect(service.list()).toHaveLength(12);
  });

  it('keeps what a plugin brought anew when its older contribution is withdrawn', () => {
    const { service, contributions } = assembleModels();
    const models = [aModel({ id: 'acme-1', providerId: 'openai' })];
    const withdrawOld = contributions.register('acme', { ...nothing, models });
    contributions.register('acme', { ...nothing, models });
    withdrawOld();
    expect(service.list()).toHaveLength(13);
  });
});

describe('routing of the service', () => {
  it('knows the whole shipped catalogue in mock mode', () => {
    const { service } = assembleModels();
    const { considered } = service.route(request);
    expect(considered).toHaveLength(curatedCatalogue.length - 1);
  });

  it('knows only configured providers in live mode', () => {
    const { service } = assembleModels({ OFFICE_LLM_MODE: 'live', OPENAI_API_KEY: 'k' });
    const { providerId, considered } = service.route(request);
    expect(new Set([providerId, ...considered.map((one) => one.providerId)])).toEqual(
      new Set(['openai']),
    );
    const shipped = service.list().filter((model) => model.providerId === 'openai');
    expect(shipped).toEqual(shippedModels('openai'));
    expect(service.list().filter(({ providerId }) => providerId === 'anthropic')).toHaveLength(2);
  });

  it('has nowhere to go with every model off, and nothing configured', () => {
    const { service, settings } = assembleModels();
    const disabledModelIds = curatedCatalogue.map(({ id }) => id);
    settings.apply({ disabledModelIds, modelOverrides: {} });
    expect(service.route(request)).toMatchObject({
      modelId: '',
      reason: 'model catalog is empty; no model can be routed.',
    });
    const live = assembleModels({ OFFICE_LLM_MODE: 'live' });
    expect(live.service.route(request).modelId).toBe('');
  });

  it('follows the rules of plugins', () => {
    const { service, contributions } = assembleModels();
    const { modelId } = service.route(request);
    const rule = { id: 'r', description: '', avoidModelIds: [modelId] };
    const everyTier = ['nano', 'small', 'standard', 'strong', 'max'] as const;
    contributions.register('acme', {
      ...nothing,
      routingRules: everyTier.map((tier) => ({ ...rule, tier })),
    });
    expect(service.route(request).modelId).not.toBe(modelId);
  });

  it('asks a provider that cannot be reached only where there is no other', async () => {
    const { service, discovery, registry } = assembleModels({
      OFFICE_LLM_MODE: 'live',
      OFFICE_LOCAL_BASE_URL: `http://127.0.0.1:${await freePort()}/v1`,
    });
    await discovery.discover(registry.all(), true);
    expect(service.route(request).reason).toContain('no provider answers; tried all the same');
  });

  it('leaves a provider out once a call could not reach it, until it answers', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}/v1`;
    const { service, availability } = assembleModels({
      OFFICE_LLM_MODE: 'live',
      OPENAI_API_KEY: 'k',
      OFFICE_OPENAI_BASE_URL: nobody,
      ANTHROPIC_API_KEY: 'k',
    });
    const called = service.callable('openai', 'gpt-4o');
    if (called === null) throw new Error('gpt-4o is not there');
    const { signal } = new AbortController();
    const call = { model: called.model, messages: [], tools: [], signal, attempt: 1 };
    await expect(called.provider.complete(call)).rejects.toThrow('ECONNREFUSED');
    const { providerId, considered } = service.route(request);
    expect(providerId).toBe('anthropic');
    const silent = considered.find((candidate) => candidate.providerId === 'openai');
    expect(silent?.reason).toMatch(/^its provider does not answer \(.*ECONNREFUSED/);
    expect(service.providers().find(({ id }) => id === 'openai')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('ECONNREFUSED'),
    });
    availability.answered('openai');
    const again = service.route(request).considered.map(({ reason }) => reason);
    expect(again.filter((reason) => reason.includes('does not answer'))).toEqual([]);
  });

  it('knows of a runtime on this machine only once it has answered', () => {
    const { service, availability } = assembleModels({
      OFFICE_LLM_MODE: 'live',
      ANTHROPIC_API_KEY: 'k',
      OFFICE_LOCAL_BASE_URL: 'http://127.0.0.1:1/v1',
    });
    const reasons = () =>
      service
        .route({ ...request, taskClass: 'intake' })
        .considered.filter(({ providerId }) => providerId === 'local')
        .map(({ reason }) => reason);
    expect(reasons()).toEqual(['its provider has not answered yet']);
    availability.answered('local');
    expect(reasons()).not.toContain('its provider has not answered yet');
  });

  it('learns from stored turns', async () => {
    const routed = { providerId: 'openai', modelId: 'gpt-4o' };
    const failure = { taskClass: 'coding', routed, servedBy: routed, error: 'x' } as const;
    const turns = Array.from({ length: 50 }, () => ({ ...failure, status: 'failed' as const }));
    const recent = async () => turns;
    const env = { OFFICE_LLM_MODE: 'live', OPENAI_API_KEY: 'k' };
    const { service } = assembleModels(env, { recent });
    const before = service.list().find(({ id }) => id === 'gpt-4o')?.quality?.quality ?? 0;
    service.route(request);
    await new Promise(setImmediate);
    const after = service.list().find(({ id }) => id === 'gpt-4o')?.quality;
    expect(after?.quality).toBeLessThan(before);
    expect(after?.opinions?.map(({ source }) => source)).toEqual(['curated', 'learned']);
    expect(service.modelSignals().learned).toEqual({ models: 1, samples: 50 });
  });
});

describe('what can be called', () => {
  it('is a model that is on, of a provider there is', () => {
    const { service, settings } = assembleModels();
    expect(service.callable('openai', 'gpt-4o')).toMatchObject({
      model: { id: 'gpt-4o' },
      provider: { id: 'openai' },
    });
    expect(service.callable('openai', 'nothing')).toBeNull();
    expect(service.callable('nobody', 'gpt-4o')).toBeNull();
    settings.apply({ disabledModelIds: ['gpt-4o'], modelOverrides: {} });
    expect(service.callable('openai', 'gpt-4o')).toBeNull();
  });

  it('is nothing of an unconfigured provider in live mode', () => {
    const { service } = assembleModels({ OFFICE_LLM_MODE: 'live' });
    expect(service.callable('openai', 'gpt-4o')).toBeNull();
  });

  it('is the scripted provider for embeddings, whatever the mode', () => {
    const live = assembleModels({ OFFICE_LLM_MODE: 'live', ANTHROPIC_API_KEY: 'k' });
    expect(live.service.embeddings('mock')).not.toBeNull();
    expect(live.service.embeddings('anthropic')).toBeNull();
    expect(live.service.embeddings('openai')).toBeNull();
    expect(assembleModels().service.embeddings('openai')).not.toBeNull();
  });
});
