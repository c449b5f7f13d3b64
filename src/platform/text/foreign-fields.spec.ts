import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { acceptedItems, anyObject, lenient } from './foreign-fields.js';

const schema = z.object({ name: lenient(z.string()), size: lenient(z.number()) });

describe('foreign fields', () => {
  it('reads any object, with the fields that are as they should be', () => {
    fc.assert(
      fc.property(fc.record({ name: fc.jsonValue(), size: fc.jsonValue() }), (value) => {
        const { name, size } = schema.parse(value);
        expect(name).toBe(typeof value.name === 'string' ? value.name : undefined);
        expect(size).toBe(typeof value.size === 'number' ? value.size : undefined);
      }),
    );
  });

  it('keeps the items of a list that are accepted, in their order', () => {
    const items = acceptedItems(z.object({ id: z.string() }));
    expect(items.parse([{ id: 'a' }, null, 'b', { id: 7 }, [], { id: 'c' }])).toEqual([
      { id: 'a' },
      { id: 'c' },
    ]);
  });

  it('looks at no more items than it may', () => {
    expect(acceptedItems(z.string(), 2).parse(['a', 1, 'b'])).toEqual(['a']);
  });

  it.each([undefined, null, 'text', 7, {}])('finds no items in %p', (value) => {
    expect(acceptedItems(z.string()).parse(value)).toEqual([]);
  });

  it('does not take a list for an object', () => {
    expect(anyObject.safeParse([]).success).toBe(false);
  });

  it('takes no prototype from a key', () => {
    const read = anyObject.parse(JSON.parse('{"__proto__": {"admin": true}, "id": 1}'));
    expect(read).toEqual({ id: 1 });
    expect(read['admin']).toBeUndefined();
  });
});
