import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indentedList } from './indented-list.js';

describe('indentedList', () => {
  it('writes what JSON.stringify writes, the second time too', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (list) => {
        const expected = JSON.stringify(list, null, 2);
        expect(indentedList(list)).toBe(expected);
        expect(indentedList(list)).toBe(expected);
      }),
    );
  });
});
