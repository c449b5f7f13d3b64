import { describe, expect, it } from '@jest/globals';
import { validateModelOverrides } from './validate-model-overrides.js';

const known = new Set(['m', 'constructor']);
const accept = (given: unknown) => validateModelOverrides(given, known);

describe('validateModelOverrides', () => {
  it('keeps every field of a model it knows', () => {
    const override = {
      tier: 'strong',
      costPerMTokIn: 0,
      costPerMTokOut: 2.5,
      costPerMTokCacheRead: 0.1,
      costPerMTokCacheWrite: 0,
      contextWindow: 1_000_000,
      maxOutputTokens: 1,
      capabilities: { tools: false, vision: true },
      quality: 1,
      fitness: { coding: 0.5 },
    };
    expect(accept({ m: override })).toEqual({ overrides: { m: override }, unknownIds: [] });
  });

  it('drops unknown models, fields and classes', () => {
    expect(
      accept({
        gone: 'nonsense',
        m: { tier: 'max', color: 'red', fitness: { spec: 2 }, capabilities: { speech: 1 } },
      }),
    ).toEqual({
      overrides: { m: { tier: 'max', fitness: {}, capabilities: {} } },
      unknownIds: ['gone'],
    });
  });

  it.each([null, [], 'x', 3])('refuses %j in place of the overrides', (given) => {
    expect(() => accept(given)).toThrow('"modelOverrides" must be an object');
  });

  it.each([
    ['no object', null, 'The override for "m" is not an object.'],
    ['a list', [], 'The override for "m" is not an object.'],
    ['an unknown tier', { tier: 'giant' }, '"giant" is not a model tier.'],
    [
      'a negative price',
      { costPerMTokIn: -1 },
      'The input price for "m" must be a number of dollars per million tokens, zero or more.',
    ],
    [
      'a price in words',
      { costPerMTokOut: '2' },
      'The output price for "m" must be a number of dollars per million tokens, zero or more.',
    ],
    [
      'a cache price that is none',
      { costPerMTokCacheRead: null },
      'The cache read price for "m" must be a number of dollars per million tokens, zero or more.',
    ],
    [
      'a cache price under zero',
      { costPerMTokCacheWrite: -0.1 },
      'The cache write price for "m" must be a number of dollars per million tokens, zero or more.',
    ],
    [
      'half a token of context',
      { contextWindow: 0.5 },
      'The context window for "m" must be a whole number of tokens, one or more.',
    ],
    [
      'an output limit in words',
      { maxOutputTokens: '8k' },
      'The output limit for "m" must be a whole number of tokens, one or more.',
    ],
    [
      'capabilities in a list',
      { capabilities: ['tools'] },
      'The capabilities for "m" must be an object with true or false for tools, vision, reasoning or streaming.',
    ],
    [
      'a capability that is no flag',
      { capabilities: { tools: 'yes' } },
      'The capabilities for "m" must be an object with true or false for tools, vision, reasoning or streaming.',
    ],
    [
      'a quality above one',
      { quality: 1.01 },
      'The quality for "m" must be a number between 0 and 1.',
    ],
    [
      'a quality of null',
      { quality: null },
      'The quality for "m" must be a number between 0 and 1.',
    ],
    [
      'a fitness out of range',
      { fitness: { coding: NaN } },
      'The fitness for "m" must be an object of numbers between 0 and 1, one for each task class.',
    ],
    [
      'a fitness without classes',
      { fitness: 0.5 },
      'The fitness for "m" must be an object of numbers between 0 and 1, one for each task class.',
    ],
  ])('refuses %s', (_, override, message) => {
    expect(() => accept({ m: override })).toThrow(message);
  });
});
