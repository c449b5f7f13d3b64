import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { accepted } from '#test/support/plugins/read-contribution.js';
import { assertWritable, settingsInForce } from './plugin-settings.js';

const { manifest } = accepted({
  settings: [
    { key: 'word', label: 'W', type: 'string', default: 'x' },
    { key: 'count', label: 'C', type: 'number', default: 5, min: 1, max: 9 },
    { key: 'on', label: 'O', type: 'boolean', default: true },
    { key: 'pick', label: 'P', type: 'select', default: 'a', options: ['a', 'b'] },
  ],
});
const defaults = { word: 'x', count: 5, on: true, pick: 'a' };

describe('settingsInForce', () => {
  it('are the defaults, and what is stored where it fits', () => {
    expect(settingsInForce(manifest, {})).toEqual(defaults);
    expect(settingsInForce(manifest, { count: 9, pick: 'b', on: false, word: '' })).toEqual({
      word: '',
      count: 9,
      on: false,
      pick: 'b',
    });
  });

  it.each([
    { word: 7 },
    { count: '5' },
    { count: 0.5 },
    { count: 10 },
    { count: NaN },
    { on: 'true' },
    { pick: 'c' },
    { pick: 7 },
    { other: 1 },
    JSON.parse('{ "__proto__": { "word": "y" } }') as object,
  ])('pass over %j', (stored) => {
    expect(settingsInForce(manifest, stored as Record<string, unknown>)).toEqual(defaults);
  });

  it('fit their schema, whatever is stored', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('word', 'count', 'on', 'pick', 'x'), fc.anything()),
        (stored) => {
          const values = settingsInForce(manifest, stored);
          expect(Object.keys(values)).toEqual(Object.keys(defaults));
          expect(() => assertWritable(manifest, values)).not.toThrow();
        },
      ),
    );
  });
});

describe('written settings', () => {
  it('are refused with the unknown and unfitting ones in the order they were sent', () => {
    const written = { other: 1, word: 'y', count: 10, constructor: 1, pick: 'b' };
    const refusal = pluginTexts.rejectedSettings(['other', 'count', 'constructor']);
    expect(() => assertWritable(manifest, written)).toThrow(refusal);
    expect(() => assertWritable(manifest, {})).not.toThrow();
  });
});
