import { describe, expect, it } from '@jest/globals';
import { curatedCatalogue } from '../curated-catalogue.js';
import { mergeDiscovered } from './merge-discovered.js';

const merge = (providerId: string, models: { id: string }[], keyless = false) =>
  mergeDiscovered({ id: providerId, keyless }, models, curatedCatalogue);

describe('mergeDiscovered', () => {
  it('takes facts from the vendor, and tier and quality from the shipped row', () => {
    const listed = {
      id: 'gpt-4o',
      label: 'GPT-4o (new)',
      contextWindow: 1,
      costPerMTokIn: 9,
      capabilities: { vision: false },
    };
    const [model] = merge('openai', [listed]);
    const row = curatedCatalogue.find(({ id }) => id === 'gpt-4o');
    expect(model).toEqual({
      ...row,
      label: 'GPT-4o (new)',
      contextWindow: 1,
      costPerMTokIn: 9,
      capabilities: { tools: true, vision: false, reasoning: false, streaming: true },
      origin: 'discovered',
    });
  });

  it("finds a shipped model without its vendor's name in front, and keeps the shipped id", () => {
    const [model] = merge('openrouter', [{ id: 'deepseek/deepseek-chat' }]);
    expect(model).toMatchObject({
      id: 'openrouter/deepseek/deepseek-chat',
      tier: 'small',
      costPerMTokIn: 0.14,
    });
  });

  it('borrows the row of another vendor for the same model', () => {
    const [model] = merge('gateway', [{ id: 'gpt-4o' }]);
    expect(model).toMatchObject({ providerId: 'gateway', id: 'gpt-4o', tier: 'strong' });
  });

  it('says of an unknown model that it is unrated, and unpriced where no price is stated', () => {
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
        capabilities: { tools: false, vision: false, reasoning: false, streaming: true },
        strengths: [],
        origin: 'discovered',
        unrated: true,
        unpriced: true,
      },
    ]);
  });

  it('knows a free model from an unpriced one', () => {
    const free = { id: 'x:free', costPerMTokIn: 0, costPerMTokOut: 0 };
    expect(merge('openrouter', [free])[0]).not.toHaveProperty('unpriced');
    expect(merge('local', [{ id: 'llama' }], true)[0]).not.toHaveProperty('unpriced');
  });

  it('leaves out what is not for conversations', () => {
    expect(merge('openai', [{ id: 'text-embedding-3-small' }])).toEqual([]);
  });
});
