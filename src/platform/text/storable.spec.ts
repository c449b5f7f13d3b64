import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storable, storableJson } from './storable.js';

describe('storable', () => {
  it.each([
    ['a\0b', 'a\uFFFDb'],
    ['\uD800x', '\uFFFDx'],
    ['x\uDC00', 'x\uFFFD'],
    ['grüß 😀\n', 'grüß 😀\n'],
  ])('%j becomes %j', (text, stored) => {
    expect(storable(text)).toBe(stored);
  });

  it('survives UTF-8, keeps its length, and changes nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(3), (text, at) => {
        const dirty = `${text.slice(0, at)}\0\uD800${text.slice(at)}`;
        const clean = storable(dirty);
        expect(Buffer.from(clean).toString()).toBe(clean);
        expect(clean).toHaveLength(dirty.length);
        expect(clean).not.toContain('\0');
        expect(storable(clean)).toBe(clean);
      }),
    );
  });
});

describe('storableJson', () => {
  it('reaches texts at any depth, and names', () => {
    expect(storableJson({ 'a\0': [{ b: '\uD800' }, 1, null, true] })).toEqual({
      'a\uFFFD': [{ b: '\uFFFD' }, 1, null, true],
    });
  });

  it('leaves every other value alone', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value)));
        expect(storableJson(value)).toEqual(value);
      }),
    );
  });

  it('keeps a field named __proto__ a field', () => {
    const value = storableJson(JSON.parse('{"__proto__":{"a":"\\u0000"}}')) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
