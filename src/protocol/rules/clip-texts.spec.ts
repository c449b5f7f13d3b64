import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clipTexts } from './clip-texts.js';

describe('clipTexts', () => {
  const record = {
    brief: 'x'.repeat(30),
    plan: [{ content: 'short' }, { content: 'y'.repeat(30) }],
    outcome: null,
    spent: 3,
  };

  it('cuts long texts wherever they are and leaves the rest alone', () => {
    expect(clipTexts(record, 10, '[…]')).toEqual({
      brief: 'xxxxxxx[…]',
      plan: [{ content: 'short' }, { content: 'yyyyyyy[…]' }],
      outcome: null,
      spent: 3,
    });
    expect(record.brief).toHaveLength(30);
  });

  it('gives back the same object when nothing is too long', () => {
    expect(clipTexts(record, 30, '[…]')).toBe(record);
  });

  it('bounds every text of any record', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(clipTexts(value, 5, '…'), (_key, inner: unknown) => {
          if (typeof inner === 'string') expect(inner.length).toBeLessThanOrEqual(5);
          return inner;
        });
        expect(typeof text).toBe('string');
      }),
    );
  });
});
