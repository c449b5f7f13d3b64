import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonObject } from './parse-json-object.js';

const parse = (text: string): unknown => parseJsonObject(Buffer.from(text));

describe('parseJsonObject', () => {
  it('reads an object, and nothing at all as an empty one', () => {
    expect(parse('{"a":{"b":[1]}}')).toEqual({ a: { b: [1] } });
    expect(parse(' {} ')).toEqual({});
    expect(parse('')).toEqual({});
  });

  it.each(['null', '[]', '1', '"a"', 'true', '{', ' ', '{"a":1}x', 'undefined'])(
    'takes %j for no object',
    (text) => {
      expect(parse(text)).toBeNull();
    },
  );

  it('gives back every object as it was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('answers an object or null for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(typeof parseJsonObject(bytes)).toBe('object');
      }),
    );
  });
});
