import { describe, expect, it } from '@jest/globals';
import type { DiscoveredModel } from '#protocol/records/models.js';
import { curatedCatalogue } from '../curated-catalogue.js';
import { mergeDiscovered } from './merge-discovered.js';

const at = Date.UTC(2026, 10, 22);
const merge = (providerId: string, models: DiscoveredModel[], keyless = false) =>
  mergeDiscovered({ id: providerId, keyless }, models, at);

describe('mergeDiscovered', () => {
  it('takes facts from the provider, and tier and quality from the shipped row', () => {
    const listed = {
      id: 'gpt-4o',
      label: 'GPT-4o (new)',
      contextWindow: 1,
      costPerMTokIn: 5,
      capabilities: { vision: false },
      created: 7,
    };
    const [model] = merge('openai', [listed]);
    const row = curatedCatalogue.find(({ id }) => id === 'gpt-4o');
    expect(model).toEqual({
      ...row,
      label: 'GPT-4o (new)',
      contextWindow: 1,
      costPerMTokIn: 5,
      price: { in: 5, out: 10, cacheRead: 2.5 },
      capabilities: { tools: true, vision: false, reasoning: false, streaming: true },
      origin: 'discovered',
      released: 7000,
    });
  });

  it("finds a shipped model without its provider's name in front, and keeps the shipped id", () => {
    const [model] = merge('openrouter', [{ id: 'deepseek/deepseek-chat' }]);
    expect(model).toMatchObject({ id: 'openrouter/deepseek/deepseek-chat', tier: 'small' });
  });

  it('knows a dated version by the model it is of, under its own id', () => {
    const [model] = merge('openai', [{ id: 'gpt-4o-2027-01-01' }]);
    expect(model).toMatchObject({ id: 'gpt-4o-2027-01-01', tier: 'strong', costPerMTokIn: 2.5 });
  });

  it('borrows the entry of another provider for the same model', () => {
    const [model] = merge('gateway', [{ id: 'gpt-4o' }]);
    expect(model).toMatchObject({
      providerId: 'gateway',
      id: 'gpt-4o',
      tier: 'strong',
      costPerMTokIn: 2.5,
      source: { name: 'gateway', date: '2026-11-22' },
    });
    expect(merge('local', [{ id: 'gpt-4o' }], true)[0]).toMatchObject({
      costPerMTokIn: 0,
      costPerMTokOut: 0,
    });
  });

  it('says of an unknown model what is assumed, and that it has no price where none is stated', () => {
    expect(merge('openai', [{ id: 'brand-new' }])).toEqual([
      {
        id: 'brand-new',
        providerId: 'openai',
        label: 'brand-new',
        tier: 'standard',
        contextWindow: 32_768,
        maxOutputTokens: 4096,
        costPerMTokIn: 0,
        costPerMTokOut: 0,
        capabilities: { tools: true, vision: false, reasoning: false, streaming: true },
        assumed: ['tools', 'vision', 'reasoning'],
        strengths: [],
        origin: 'discovered',
        source: { name: 'openai', date: '2026-11-22' },
        unrated: true,
        unpriced: true,
      },
    ]);
  });

  it('assumes nothing of what the provider states', () => {
    const [model] = merge('mistral', [{ id: 'brand-new', capabilities: { tools: false } }]);
    expect(model?.capabilities.tools).toBe(false);
    expect(model?.assumed).toEqual(['vision', 'reasoning']);
  });

  it('takes prices of the cache from the provider', () => {
    const priced = { id: 'a/b', costPerMTokIn: 1, costPerMTokOut: 2, costPerMTokCacheRead: 0.1 };
    const [model] = merge('openrouter', [priced]);
    expect(model?.price).toEqual({ in: 1, out: 2, cacheRead: 0.1 });
    expect(model).not.toHaveProperty('unpriced');
  });

  it('knows a free model from an unpriced one', () => {
    const free = { id: 'x:free', costPerMTokIn: 0, costPerMTokOut: 0 };
    expect(merge('openrouter', [free])[0]).not.toHaveProperty('unpriced');
    expect(merge('local', [{ id: 'llama' }], true)[0]).not.toHaveProperty('unpriced');
  });

  it('leaves out what is not for conversations, by the data or by its provider', () => {
    const base = { id: 'any', converses: false };
    expect(
      merge('openai', [{ id: 'text-embedding-3-small' }, { id: 'davinci-002' }, base]),
    ).toEqual([]);
  });
});
