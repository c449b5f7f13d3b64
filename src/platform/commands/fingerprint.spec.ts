import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fingerprintOf } from './fingerprint.js';

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, reversed(field)] as const)
      .reverse(),
  );
}

it('is the same whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprintOf(reversed(value))).toBe(fingerprintOf(value));
    }),
  );
});

it('tells values apart', () => {
  const values = [{}, [], [[]], [{}], '', 0, null, '0', [0], [1, 2], [12], ['1,2'], { a: 1 }];
  const more = [{ a: '1' }, { a: { b: 1 } }, { a: [1] }, { 'a:1,b': 1 }, { a: 1, b: 1 }, '[]'];
  const names = [...values, ...more].map(fingerprintOf);
  expect(new Set(names).size).toBe(names.length);
});

it('has no bottom', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(fingerprintOf(deep)).not.toBe(fingerprintOf([deep]));
  expect(fingerprintOf(new Array(200_000).fill(0))).toHaveLength(64);
});
