import { describe, expect, it } from '@jest/globals';
import type { ModelSpec } from '../../protocol/records/models.js';
import { curatedCatalogue } from './curated-catalogue.js';
import { knownModelOf, modelDataOf } from './model-data.js';
import { shippedModel, shippedModels } from './shipped-catalogue.js';

function find(id: string): ModelSpec {
  const model = curatedCatalogue.find((candidate) => candidate.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

describe('curatedCatalogue', () => {
  it('holds twelve models, each id once', () => {
    expect(curatedCatalogue).toHaveLength(12);
    expect(new Set(curatedCatalogue.map(({ id }) => id)).size).toBe(12);
  });

  it('rates a model by its tier and its strengths', () => {
    expect(find('gpt-4o-mini').quality).toMatchObject({
      quality: 0.45,
      fitness: { intake: 0.6, coding: 0.37 },
      opinions: [{ source: 'curated', confidence: 0.5 }],
    });
  });

  it('lets stated numbers win, and trusts them more', () => {
    expect(find('deepseek-v4-pro').quality).toMatchObject({
      quality: 0.82,
      fitness: { coding: 0.88, debate: 0.97, design: 0.6, intake: 0.74 },
      opinions: [{ confidence: 0.7 }],
    });
    expect(find('local/default').quality?.quality).toBe(0.4);
  });

  it('knows which models see and which reason', () => {
    expect(find('gpt-4o').capabilities).toMatchObject({ vision: true, reasoning: false });
    expect(find('o3-mini')).toMatchObject({
      capabilities: { vision: false, reasoning: true },
      efforts: ['low', 'medium', 'high'],
      defaultEffort: 'high',
    });
  });

  it('takes facts and prices from the data, with source and date', () => {
    const data = modelDataOf('deepseek');
    const known = knownModelOf('deepseek', 'deepseek-flash');
    expect(find('deepseek-flash')).toMatchObject({
      contextWindow: known?.contextWindow,
      maxOutputTokens: known?.maxOutputTokens,
      costPerMTokIn: known?.price?.in,
      price: known?.price,
      source: { name: `@earendil-works/pi-ai ${data?.source.version}`, date: data?.generated },
    });
  });

  it('says where the facts come from that the data lacks', () => {
    expect(find('claude-3-5-sonnet-latest').source?.name).toBe('office opinions');
  });
});

describe('shippedModels', () => {
  it('are the rated models of a provider first, then the others of its data', () => {
    const models = shippedModels('openai');
    expect(models.slice(0, 3).map(({ id }) => id)).toEqual(['gpt-4o-mini', 'o3-mini', 'gpt-4o']);
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    expect(models).toHaveLength(modelDataOf('openai')?.models.length ?? 0);
  });

  it('have the tier of their price where nobody rated them', () => {
    expect(shippedModel('anthropic', 'claude-opus-5-5')).toMatchObject({
      tier: 'max',
      unrated: true,
      price: { in: 4, out: 20, cacheRead: 0.2, cacheWrite: 5 },
    });
    expect(shippedModel('openai', 'gpt-5.4')?.price?.tiers).toHaveLength(1);
  });

  it('are found by the id of the provider, a dated one too', () => {
    const chat = 'openrouter/deepseek/deepseek-chat';
    expect(shippedModel('openrouter', 'deepseek/deepseek-chat')?.id).toBe(chat);
    expect(shippedModel('openai', 'gpt-4o-2027-01-01')?.id).toBe('gpt-4o');
    expect(shippedModel('local', 'default')?.id).toBe('local/default');
    expect(shippedModel('openai', 'nothing')).toBeUndefined();
  });

  it('are none of a provider without data', () => {
    expect(shippedModels('constructor')).toEqual([]);
  });
});
