import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { folderNames, freeSlug, slugOf } from './slug.js';

describe('slugOf', () => {
  it.each([
    ['Todo list', 'todo-list'],
    ['  Payments & Billing 2.0 ', 'payments-billing-2-0'],
    ['---', 'office'],
    ['日本', 'office'],
    ['', 'office'],
  ])('turns %j into %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is a short, plain word whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(40);
      }),
    );
  });
});

describe('freeSlug', () => {
  it('keeps a slug that nobody has', () => {
    expect(freeSlug('demo', new Set(['default']))).toBe('demo');
  });

  it('counts from two until one is free', () => {
    expect(freeSlug('demo', new Set(['demo', 'demo-2']))).toBe('demo-3');
  });
});

describe('folderNames', () => {
  it.each([
    ['demo', ['demo', 'demo-2', 'demo-3']],
    ['nul', ['nul-2', 'nul-3', 'nul-4']],
    ['com1', ['com1-2', 'com1-3', 'com1-4']],
    ['console', ['console', 'console-2', 'console-3']],
  ])('begin for %j with %j', (slug, first) => {
    expect([...folderNames(slug).take(3)]).toEqual(first);
  });
});
