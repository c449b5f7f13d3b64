import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findText, replaceRanges, withEndsOf } from './find-text.js';

const lines = fc.array(fc.constantFrom('', 'a', 'ab', 'b'), { minLength: 1, maxLength: 8 });

describe('finding text whatever its line ends', () => {
  it('finds and replaces in a file with CRLF as in one with LF', () => {
    const parts = fc.tuple(
      lines,
      lines.map((part) => part.join('\n')),
      lines,
    );
    fc.assert(
      fc.property(parts, fc.boolean(), ([file, part, replacement], withReturns) => {
        fc.pre(part !== '' && file.length > 1);
        const plain = file.join('\n');
        const found = findText(plain, part);
        const expected = replaceRanges(plain, found, replacement.join('\n'));
        const crlf = file.join('\r\n');
        const asked = withReturns ? part.replaceAll('\n', '\r\n') : part;
        const inCrlf = findText(crlf, asked);
        expect(inCrlf).toHaveLength(found.length);
        const replaced = replaceRanges(crlf, inCrlf, replacement.join('\n'));
        expect(replaced.replaceAll('\r\n', '\n')).toBe(expected);
        expect(replaced.replaceAll('\r\n', '')).not.toContain('\n');
      }),
    );
  });

  it('leaves the lines of a mixed file as they are that it does not replace', () => {
    const mixed = 'one\r\ntwo\nthree\r\nfour\n\rfive\r\n';
    const ranges = findText(mixed, 'two\nthree\n');
    expect(replaceRanges(mixed, ranges, '2\n3\n')).toBe('one\r\n2\r\n3\r\nfour\n\rfive\r\n');
  });

  it.each([
    ['LF', 'one\ntwo\n', '2\n3\n'],
    ['mostly LF', 'one\ntwo\nthree\r\n', '2\n3\n'],
    ['CRLF', 'one\r\ntwo\r\n', '2\r\n3\r\n'],
    ['no line ends', 'two', '2\r\n3\n'],
  ])('writes the line ends that a text of %s has', (_, text, written) => {
    expect(withEndsOf(text, '2\r\n3\n')).toBe(written);
  });

  it('finds no more line ends than there are', () => {
    expect(findText('a\r\nb', 'a\n\nb')).toEqual([]);
    expect(findText('a\nb', 'a\r\nb')).toEqual([{ start: 0, end: 3 }]);
  });
});
