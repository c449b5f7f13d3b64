import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleaned } from './cleaned.js';
import { sanitizeOutput } from './sanitize-output.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom('\x1b[31m', '\u202e', 'word', '\n', '\u{1f600}', '\x1b]0;t\x07'))
    .map((all) => all.join('')),
);

describe('foreign text that is shown', () => {
  it('is clean, and no longer than it may be', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 300 }), (said, max) => {
        const shown = cleaned(said, max);
        expect(shown.length).toBeLessThanOrEqual(max);
        expect(sanitizeOutput(shown)).toBe(shown);
      }),
    );
  });

  it('is all there when it fits, and marked when something was cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 300 }), (said, max) => {
        const shown = cleaned(said, max, ' (cut)');
        const whole = sanitizeOutput(said);
        if (said.length <= 4 * max && whole.length <= max) expect(shown).toBe(whole);
        else expect(shown.endsWith(' (cut)')).toBe(true);
      }),
    );
  });
});
