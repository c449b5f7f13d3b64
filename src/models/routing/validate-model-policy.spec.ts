import { describe, expect, it } from '@jest/globals';
import { validateModelPolicy } from './validate-model-policy.js';

const least = { defaultTier: 'small', minTier: 'nano', maxTier: 'max' };
const full = {
  ...least,
  byTaskClass: { coding: 'strong' },
  escalateAtComplexity: 0.7,
  escalateTo: 'max',
  maxOutputTokens: 4096,
  pin: true,
  preferredModelId: 'gpt-4o',
};

describe('validateModelPolicy', () => {
  it('keeps every field', () => {
    expect(validateModelPolicy(full)).toEqual(full);
    expect(validateModelPolicy(least)).toEqual(least);
  });

  it('drops unknown fields and classes', () => {
    const given = { ...least, mood: 'good', byTaskClass: { debugging: 'huge', review: 'strong' } };
    expect(validateModelPolicy(given)).toEqual({ ...least, byTaskClass: { review: 'strong' } });
  });

  it.each([
    ['no object', 'standard', 'A model policy must be an object.'],
    ['no default tier', { minTier: 'nano', maxTier: 'max' }, '"defaultTier" must be one of nano,'],
    ['an unknown bound', { ...least, maxTier: 'giant' }, '"maxTier" must be one of nano,'],
    [
      'crossed bounds',
      { ...least, minTier: 'max', maxTier: 'small' },
      '"minTier" max must not be above "maxTier" small.',
    ],
    ['classes in a list', { ...least, byTaskClass: [] }, '"byTaskClass" must be an object'],
    [
      'an unknown tier of a class',
      { ...least, byTaskClass: { coding: 'x' } },
      '"byTaskClass.coding" must be one of',
    ],
    [
      'a threshold above one',
      { ...least, escalateAtComplexity: 2 },
      '"escalateAtComplexity" must be a number',
    ],
    ['an unknown escalation', { ...least, escalateTo: 1 }, '"escalateTo" must be one of'],
    [
      'a fraction of a token',
      { ...least, maxOutputTokens: 0.5 },
      '"maxOutputTokens" must be a whole number',
    ],
    ['a pin in words', { ...least, pin: 'yes' }, '"pin" must be true or false.'],
    [
      'a blank model',
      { ...least, preferredModelId: ' ' },
      '"preferredModelId" must be a model id.',
    ],
  ])('refuses %s', (_, given, message) => {
    expect(() => validateModelPolicy(given)).toThrow(message);
  });
});
