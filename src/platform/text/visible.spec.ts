import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sanitizeOutput } from './sanitize-output.js';
import { visible } from './visible.js';

describe('a text that somebody is to judge', () => {
  it('spells what would turn or hide a part of it', () => {
    expect(visible('rm \u202e# txt.\u001b[8m -rf\u200b ~\r')).toBe(
      String.raw`rm \u{202e}# txt.\u{1b}[8m -rf\u{200b} ~\u{d}`,
    );
  });

  it('is the text itself where all of it can be seen', () => {
    expect(visible('echo "äöü 日本"\n\tls')).toBe('echo "äöü 日本"\n\tls');
  });

  it('holds nothing that would be taken out for a reader, and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visible(text);
        expect(sanitizeOutput(shown)).toBe(shown);
        expect(shown.length).toBeGreaterThanOrEqual(text.length);
      }),
    );
  });
});
