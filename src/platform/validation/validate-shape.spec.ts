import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../errors/office-error.js';
import {
  OptionalFlag,
  OptionalNumber,
  OptionalObject,
  OptionalString,
  OptionalStrings,
  RequiredText,
} from './fields.js';
import { validateShape } from './validate-shape.js';

class Order {
  @RequiredText('A "dish" is required.')
  dish!: string;

  @OptionalNumber()
  portions?: number;

  @OptionalString()
  note?: string;

  @OptionalFlag()
  hot?: boolean;

  @OptionalStrings()
  sides?: string[];

  @OptionalObject()
  extras?: Record<string, unknown>;
}

const refusal = (sent: Record<string, unknown>): string => {
  try {
    validateShape(Order, sent);
  } catch (thrown) {
    if (thrown instanceof RefusedError) return thrown.message;
    throw thrown;
  }
  throw new Error('it was accepted');
};

describe('validateShape', () => {
  it('answers an instance of the shape with the values as sent', () => {
    const sent = { dish: 'soup', portions: 2, hot: true, sides: ['bread'], extras: { a: [1] } };
    const order = validateShape(Order, sent);
    expect(order).toBeInstanceOf(Order);
    expect(order).toEqual(sent);
  });

  it.each([[{}], [{ dish: '' }], [{ dish: ' \n' }], [{ dish: 7 }], [{ dish: null }]])(
    'refuses %j with the text of the required field',
    (sent) => {
      expect(refusal(sent)).toBe('A "dish" is required.');
    },
  );

  it.each([
    [{ portions: '2' }, '"portions" must be a number.'],
    [{ portions: null }, '"portions" must be a number.'],
    [{ note: 1 }, '"note" must be a string.'],
    [{ hot: 'yes' }, '"hot" must be a boolean.'],
    [{ sides: 'bread' }, '"sides" must be an array of strings.'],
    [{ sides: ['bread', 1] }, '"sides" must be an array of strings.'],
    [{ extras: [] }, '"extras" must be an object.'],
  ])('names the optional field of the wrong type in %j', (fields, message) => {
    expect(refusal({ dish: 'soup', ...fields })).toBe(message);
  });

  it('names the first wrong field in the order of the shape', () => {
    expect(refusal({ dish: 'soup', extras: 1, note: 1, portions: 'x' })).toBe(
      '"portions" must be a number.',
    );
  });

  it('ignores what the shape does not name', () => {
    const sent = JSON.parse('{"dish":"soup","table":4,"__proto__":{"hot":true}}') as object;
    const order = validateShape(Order, { ...sent });
    expect(Object.keys(order)).toEqual(['dish']);
    expect(order.hot).toBeUndefined();
  });

  it('refuses or accepts any JSON object, and never fails', () => {
    const hostile = fc.record(
      {
        dish: fc.jsonValue(),
        portions: fc.jsonValue(),
        sides: fc.jsonValue(),
        extras: fc.oneof(fc.jsonValue(), fc.constant({ constructor: 'x', toString: 1 })),
        constructor: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(hostile, (sent) => {
        try {
          validateShape(Order, sent);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RefusedError);
        }
      }),
    );
  });
});
