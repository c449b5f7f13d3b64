import { describe, expect, it } from '@jest/globals';
import { parsedOrUndefined } from './parsed-or-undefined.js';

describe('parsedOrUndefined', () => {
  it('reads JSON', () => {
    expect(parsedOrUndefined('{"a": [1]}')).toEqual({ a: [1] });
    expect(parsedOrUndefined('null')).toBeNull();
  });

  it('takes anything else for nothing', () => {
    for (const text of ['', '{', 'undefined']) expect(parsedOrUndefined(text)).toBeUndefined();
  });
});
