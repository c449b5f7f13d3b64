import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import type { ModelOverride, ModelSpec, QualityOpinion } from '../../protocol/records/models.js';
import { assembleCatalogue, orphanedModels } from './assemble-catalogue.js';
import type { CatalogueParts } from './assemble-catalogue.js';
import { projectModel } from './model-catalogue.js';

const curated: QualityOpinion = { source: 'curated', quality: 0.6, fitness: {}, confidence: 0.5 };
const judged = aModel({
  id: 'judged',
  quality: { quality: 0.6, fitness: {}, opinions: [curated] },
});

function parts(overrides: Partial<CatalogueParts> = {}): CatalogueParts {
  return {
    providerIds: ['provider', 'other'],
    modelsOf: (providerId) => (providerId === 'provider' ? [judged] : []),
    pluginModels: [],
    decisions: { disabledModelIds: [], modelOverrides: {} },
    opinionsOf: () => [],
    ...overrides,
  };
}

describe('assembleCatalogue', () => {
  it('lists provider by provider, plugin models after the provider’s own', () => {
    const pluginModels = [
      aModel({ id: 'far', providerId: 'other', origin: 'plugin' }),
      aModel({ id: 'near', origin: 'plugin' }),
    ];
    const ids = assembleCatalogue(parts({ pluginModels })).map(({ id }) => id);
    expect(ids).toEqual(['judged', 'near', 'far']);
  });

  it('keeps the first of an id', () => {
    const pluginModels = [aModel({ id: 'judged', label: 'Impostor' })];
    expect(assembleCatalogue(parts({ pluginModels }))).toEqual([judged]);
  });

  it('leaves out models of unknown providers', () => {
    const orphan = aModel({ providerId: 'nobody' });
    const given = parts({ pluginModels: [orphan] });
    expect(assembleCatalogue(given)).toEqual([judged]);
    expect(orphanedModels(given)).toEqual([orphan]);
  });

  it('keeps a model that is switched off, and says so', () => {
    const decisions = { disabledModelIds: ['judged'], modelOverrides: {} };
    expect(assembleCatalogue(parts({ decisions }))).toEqual([{ ...judged, disabled: true }]);
  });

  it('applies tier, prices and the word of the operator', () => {
    const override = {
      tier: 'max' as const,
      costPerMTokIn: 7,
      quality: 0.9,
      fitness: { coding: 0.95 },
    };
    const decisions = { disabledModelIds: [], modelOverrides: { judged: override } };
    expect(assembleCatalogue(parts({ decisions }))).toMatchObject([
      {
        tier: 'max',
        costPerMTokIn: 7,
        costPerMTokOut: 1,
        quality: {
          quality: 0.8,
          fitness: { coding: 0.95 },
          opinions: [curated, { source: 'curated', quality: 0.9, confidence: 1 }],
        },
      },
    ]);
  });

  it('takes a fitness alone as a word on the current quality', () => {
    const decisions = {
      disabledModelIds: [],
      modelOverrides: { judged: { fitness: { coding: 0.1 } } },
    };
    const [model] = assembleCatalogue(parts({ decisions }));
    expect(model?.quality).toMatchObject({ quality: 0.6, fitness: { coding: 0.1 } });
  });

  it('knows the price of a model once an operator stated both halves', () => {
    const modelsOf = () => [aModel({ unpriced: true, costPerMTokIn: 0, costPerMTokOut: 0 })];
    const priced = (override: object) =>
      assembleCatalogue(
        parts({
          providerIds: ['provider'],
          modelsOf,
          decisions: { disabledModelIds: [], modelOverrides: { model: override } },
        }),
      )[0];
    expect(priced({ costPerMTokIn: 1 })).toHaveProperty('unpriced', true);
    expect(priced({ costPerMTokIn: 1, costPerMTokOut: 0 })).not.toHaveProperty('unpriced');
  });

  it('applies window, output limit, capabilities and cache prices of the operator', () => {
    const modelsOf = () => [
      aModel({ assumed: ['tools', 'vision'], price: { in: 1, out: 1, cacheRead: 0.1 } }),
    ];
    const override = {
      contextWindow: 9000,
      maxOutputTokens: 900,
      capabilities: { tools: false },
      costPerMTokCacheWrite: 2,
    };
    const decisions = { disabledModelIds: [], modelOverrides: { model: override } };
    expect(
      assembleCatalogue(parts({ providerIds: ['provider'], modelsOf, decisions })),
    ).toMatchObject([
      {
        contextWindow: 9000,
        maxOutputTokens: 900,
        capabilities: { tools: false, vision: false },
        assumed: ['vision'],
        price: { in: 1, out: 1, cacheRead: 0.1, cacheWrite: 2 },
      },
    ]);
  });

  it('takes a model as its provider was found to serve it, unless the operator knows better', () => {
    const foundOn = (model: ModelSpec) => ({
      ...model,
      capabilities: { ...model.capabilities, tools: false },
    });
    const toolsOf = (modelOverrides: Readonly<Record<string, ModelOverride>>) =>
      assembleCatalogue(parts({ foundOn, decisions: { disabledModelIds: [], modelOverrides } }))[0]
        ?.capabilities.tools;
    expect(toolsOf({})).toBe(false);
    expect(toolsOf({ judged: { capabilities: { tools: true } } })).toBe(true);
  });

  it('lets benchmarks move the inferred tier of an unrated model by a step', () => {
    const measured: QualityOpinion = { ...curated, source: 'pooled', quality: 0.97 };
    const tierOf = (model: Partial<ModelSpec>, override = {}) =>
      assembleCatalogue(
        parts({
          modelsOf: (id) => (id === 'provider' ? [aModel({ id: 'judged', ...model })] : []),
          decisions: { disabledModelIds: [], modelOverrides: { judged: override } },
          opinionsOf: () => [measured],
        }),
      )[0]?.tier;
    expect(tierOf({ unrated: true })).toBe('strong');
    expect(tierOf({ unrated: true, tier: 'max' })).toBe('max');
    expect(tierOf({})).toBe('standard');
    expect(tierOf({ unrated: true }, { tier: 'small' })).toBe('small');
  });

  it('reckons a model without a price at the dearest of its provider', () => {
    const modelsOf = () => [
      aModel({ id: 'dear', costPerMTokIn: 7, costPerMTokOut: 70 }),
      aModel({ id: 'new', unpriced: true, costPerMTokIn: 0, costPerMTokOut: 0 }),
    ];
    const [, model] = assembleCatalogue(parts({ providerIds: ['provider'], modelsOf }));
    expect(model).toMatchObject({ unpriced: true, assumedPrice: { in: 7, out: 70 } });
  });

  it('adds further opinions behind the shipped ones', () => {
    const learned: QualityOpinion = { ...curated, source: 'learned', quality: 0.2 };
    const [model] = assembleCatalogue(parts({ opinionsOf: () => [learned] }));
    expect(model?.quality).toMatchObject({ quality: 0.4, opinions: [curated, learned] });
  });

  it('changes nothing it was given', () => {
    const before = structuredClone(judged);
    const decisions = { disabledModelIds: ['judged'], modelOverrides: { judged: { quality: 1 } } };
    assembleCatalogue(parts({ decisions }));
    expect(judged).toEqual(before);
  });
});

describe('projectModel', () => {
  it('names sources in place of opinions', () => {
    const opinions = [curated, curated, { ...curated, source: 'pooled' as const }];
    const model = aModel({ quality: { quality: 0.6, fitness: { coding: 0.1 }, opinions } });
    expect(projectModel(model).quality).toEqual({
      quality: 0.6,
      fitness: { coding: 0.1 },
      sources: ['curated', 'pooled'],
    });
  });

  it('leaves a model without opinions as it is', () => {
    const bare = aModel();
    const unexplained = aModel({ quality: { quality: 0.6, fitness: {} } });
    expect(projectModel(bare)).toEqual(bare);
    expect(projectModel(unexplained)).toEqual(unexplained);
  });
});
