import { describe, expect, it } from '@jest/globals';
import { jsonValuesIn } from './json-values.js';

describe('JSON values in a text', () => {
  it.each<[string, readonly unknown[]]>([
    ['{"a":1}', [{ a: 1 }]],
    ['"text"', ['text']],
    ['no json', []],
    ['{"half":', []],
    ['{"a":"}"}{"b":"\\""} [3]', [{ a: '}' }, { b: '"' }, [3]]],
    ['{"half":\n{"a":1}', [{ a: 1 }]],
    ['data: {"half":\ndata: {"a":1}', [{ a: 1 }]],
    ['{"a":NaN,"b":-Infinity,"c":"NaN"}', [{ a: null, b: null, c: 'NaN' }]],
    ['{"a":"\u0001\t"}', [{ a: '\u0001\t' }]],
    ['{"a":1}}}]{"b":2}', [{ a: 1 }, { b: 2 }]],
  ])('%j', (text, values) => {
    expect(jsonValuesIn(text)).toEqual(values);
  });

  it.each(['{', '"', '{"a":"\\"', '{\n', '{}', '{"a":"\u0001', '\\', '['])(
    'are found in linear time: many %j',
    (piece) => {
      const text = piece.repeat(100_000);
      expect(() => jsonValuesIn(text)).not.toThrow();
      expect(() => jsonValuesIn(`{"a":"${text.replaceAll('"', '\\"')}" NaN}`)).not.toThrow();
    },
  );
});
