import { describe, expect, it } from '@jest/globals';
import { aModel, aPolicy } from '#test/support/models/a-model.js';
import { rated, route } from '#test/support/models/route.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { RouteDecision } from '../../protocol/records/routes.js';

describe('fallback routes', () => {
  const at = (providerId: string, overrides: Partial<ModelSpec> = {}): ModelSpec =>
    aModel({ id: `${providerId}-model`, providerId, ...overrides });
  const names = (decision: RouteDecision): string[] =>
    decision.fallbacks.map(({ modelId }) => modelId);

  it('are the same tier elsewhere and at the same provider, then one tier up', () => {
    const models = [
      at('a', { quality: rated(0.9) }),
      at('a', { id: 'a-second', quality: rated(0.8) }),
      at('b', { quality: rated(0.5) }),
      at('c', { tier: 'strong', quality: rated(0.5) }),
      at('d', { tier: 'max', quality: rated(0.5) }),
    ];
    const { fallbacks } = route(models, { policy: aPolicy({ maxTier: 'standard' }) });
    expect(fallbacks.map(({ modelId, reason }) => [modelId, reason])).toEqual([
      ['b-model', 'same-tier fallback'],
      ['a-second', 'same-tier fallback'],
      ['c-model', 'next tier up fallback'],
    ]);
  });

  it('are three at most', () => {
    const models = ['a', 'b', 'c', 'd', 'e'].map((id) => at(id));
    expect(names(route([...models, at('f', { tier: 'strong' })]))).toEqual([
      'b-model',
      'c-model',
      'd-model',
    ]);
  });

  it('are other models of the same provider where places are left, the step up among them', () => {
    const own = ['a-2', 'a-3', 'a-4'].map((id) => at('a', { id, quality: rated(0.5) }));
    const chosen = at('a', { quality: rated(0.9) });
    expect(names(route([chosen, ...own]))).toEqual(['a-4', 'a-3', 'a-2']);
    expect(names(route([chosen, ...own, at('a', { id: 'a-up', tier: 'strong' })]))).toEqual([
      'a-4',
      'a-up',
      'a-3',
    ]);
    const elsewhere = ['b', 'c', 'd'].map((id) => at(id, { quality: rated(0.7) }));
    expect(names(route([chosen, ...own, ...elsewhere]))).toEqual(['b-model', 'c-model', 'd-model']);
  });

  it('are models of other tiers of the same provider, where it has no others', () => {
    const models = [
      at('a', { tier: 'strong', quality: rated(0.9) }),
      at('a', { id: 'a-small', tier: 'small', quality: rated(0.4) }),
      at('b', { tier: 'small', quality: rated(0.4) }),
    ];
    const { fallbacks } = route(models, { policy: aPolicy({ defaultTier: 'strong' }) });
    expect(fallbacks.map(({ modelId, reason }) => [modelId, reason])).toEqual([
      ['a-small', 'same-provider fallback'],
    ]);
  });

  it('follow the rules, preferred first and avoided last', () => {
    const models = [
      at('a', { quality: rated(0.99) }),
      at('b', { quality: rated(0.7) }),
      at('c', { quality: rated(0.6) }),
      at('d', { quality: rated(0.5) }),
    ];
    const rules = [
      {
        id: 'rule',
        description: '',
        tier: 'nano' as const,
        preferModelIds: ['d-model'],
        preferProviderIds: ['c'],
        avoidModelIds: ['b-model'],
      },
    ];
    expect(names(route(models, {}, { rules }))).toEqual(['d-model', 'c-model', 'b-model']);
  });

  it('know nothing above max', () => {
    const models = [at('a', { tier: 'max' }), at('b', { tier: 'strong' })];
    expect(names(route(models, { policy: aPolicy({ defaultTier: 'max' }) }))).toEqual([]);
  });
});
