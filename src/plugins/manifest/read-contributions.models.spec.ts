import { describe, expect, it } from '@jest/globals';
import { readContribution } from '#test/support/plugins/read-contribution.js';

const read = (fields: object) =>
  readContribution('models', [{ id: 'm', providerId: 'p', tier: 'small', ...fields }]);

describe('models of a plugin', () => {
  it('are completed with what a model needs', () => {
    expect(read({})).toEqual({
      items: [
        {
          id: 'm',
          providerId: 'p',
          label: 'm',
          tier: 'small',
          contextWindow: 128_000,
          maxOutputTokens: 8192,
          origin: 'plugin',
          costPerMTokIn: 0,
          costPerMTokOut: 0,
          capabilities: { tools: false, vision: false, reasoning: false, streaming: true },
          strengths: [],
        },
      ],
      warnings: [],
    });
  });

  it('keep what is declared, and only what it is', () => {
    const { items, warnings } = read({
      label: 'M',
      contextWindow: '9',
      maxOutputTokens: 0,
      costPerMTokIn: 1.5,
      capabilities: { tools: true, vision: 1, streaming: false, other: true },
      strengths: ['coding', 'magic', 7],
      defaultEffort: 'extreme',
      origin: 'catalog',
    });
    expect(items?.[0]).toMatchObject({
      label: 'M',
      contextWindow: 128_000,
      maxOutputTokens: 8192,
      costPerMTokIn: 1.5,
      capabilities: { tools: true, vision: false, reasoning: false, streaming: false },
      strengths: ['coding'],
    });
    expect(items?.[0]).not.toHaveProperty('defaultEffort');
    expect(items?.[0]).toHaveProperty('origin', 'plugin');
    expect(warnings).toEqual([]);
  });

  it.each([{ id: '' }, { providerId: null }, { tier: 'huge' }])('are dropped with %j', (fields) => {
    expect(read(fields)).toEqual({
      items: undefined,
      warnings: ['models[0] needs id, providerId and a valid tier; dropped.'],
    });
  });

  it('cost nothing where their price cannot be meant, and say so', () => {
    const { items, warnings } = read({ costPerMTokIn: '1', costPerMTokOut: -2.5 });
    expect(items?.[0]).toMatchObject({ costPerMTokIn: 0, costPerMTokOut: 0 });
    expect(warnings).toEqual([
      'models[0].costPerMTokIn is not a finite number; treated as 0.',
      'models[0].costPerMTokOut is negative (-2.5); treated as 0. A negative price would refund the run budget instead of spending it.',
    ]);
  });
});
