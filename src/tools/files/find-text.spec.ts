import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spelled } from '../../platform/text/spelling.js';
import { fenceUntrusted } from '../fence-untrusted.js';
import { eachOccurrence, findPlaces, rangesOf } from './find-text.js';
import { withEndsOf } from './line-ends.js';
import { replacePlaces, rewritten } from './replace-places.js';
import { splitLines } from './read-text.js';

const lines = fc.array(fc.constantFrom('', 'a', 'ab', 'b'), { minLength: 1, maxLength: 8 });

/** Text with all characters that are shown in another form, and with those forms. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r\n', '\r', '\r\r\n', 'a', 'b', ' ', '\u200d', '\u2060', '\u{e0041}'),
      fc.constantFrom('\\u{200d}', '\\u{d}', '\\u{1b}', '\\', '\x1b[31m', '\u0085', '\u00a0', '👩'),
      fc.constantFrom(
        '<',
        '/',
        '&lt;',
        'untrusted-content',
        '</untrusted-content>',
        '\u2028',
        '\0',
      ),
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 2 })
        .filter((text) => text.isWellFormed()),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

/** A line as `read_file` shows it. */
function shownLine(line: string): string {
  return fenceUntrusted('x', spelled(line)).split('\n').slice(1, -1).join('\n');
}

function edited(text: string, part: string, replacement: string): string | { unclear: string } {
  const changed = replacePlaces(text, findPlaces(text, part), replacement);
  return 'unclear' in changed ? changed : changed.text;
}

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
        const found = findPlaces(plain, part);
        const expected = edited(plain, part, replacement.join('\n'));
        const crlf = file.join('\r\n');
        const asked = withReturns ? part.replaceAll('\n', '\r\n') : part;
        const inCrlf = findPlaces(crlf, asked);
        expect([inCrlf.count, inCrlf.starts.length]).toEqual([found.count, found.starts.length]);
        const replaced = edited(crlf, asked, replacement.join('\n'));
        if (typeof replaced !== 'string') throw new Error('no text');
        expect(replaced.replaceAll('\r\n', '\n')).toBe(expected);
        expect(replaced.replaceAll('\r\n', '')).not.toContain('\n');
      }),
    );
  });

  it('leaves the lines of a mixed file as they are that it does not replace', () => {
    const mixed = 'one\r\ntwo\nthree\r\nfour\n\rfive\r\n';
    expect(edited(mixed, 'two\nthree\n', '2\n3\n')).toBe('one\r\n2\r\n3\r\nfour\n\rfive\r\n');
    expect(edited(mixed, 'two\nthree\n', 'two\n3\n')).toBe('one\r\ntwo\n3\r\nfour\n\rfive\r\n');
  });

  it.each([
    ['LF', 'one\ntwo\n', '2\n3\n'],
    ['mostly LF', 'one\ntwo\nthree\r\n', '2\n3\n'],
    ['CRLF', 'one\r\ntwo\r\n', '2\r\n3\r\n'],
    ['mostly CRLF', 'one\r\ntwo\nthree\r\n', '2\r\n3\r\n'],
    ['returns alone', 'one\rtwo\r', '2\r3\r'],
    ['LF with a return in a line', 'on\re\ntwo\n', '2\n3\n'],
    ['no line ends', 'two', '2\r\n3\n'],
  ])('writes the line ends that a text of %s has', (_, text, written) => {
    expect(withEndsOf(text, '2\r\n3\n')).toBe(written);
  });

  it('finds no more line ends than there are', () => {
    expect(findPlaces('a\r\nb', 'a\n\nb').count).toBe(0);
    expect(rangesOf(findPlaces('a\nb', 'a\r\nb'))).toEqual([{ start: 0, end: 3 }]);
  });
});

describe('places that overlap', () => {
  it.each([
    ['x = 1\nx = 1\nx = 1\n', 'x = 1\nx = 1\n', 2, 1],
    ['x = 1\r\nx = 1\r\nx = 1\r\n', 'x = 1\nx = 1\n', 2, 1],
    ['aaaa', 'aa', 3, 2],
    ['ababa', 'aba', 2, 1],
    ['}\n}\n}\n}\n', '}\n}\n', 3, 2],
    ['a\u200da\u200da', 'a\\u{200d}a', 2, 1],
    ['abcabc', 'abc', 2, 2],
    ['abc', 'abcd', 0, 0],
  ])('in %j are %j: %i, of which %i can be replaced', (text, part, count, replaced) => {
    const places = findPlaces(text, part);
    expect([places.count, places.starts.length]).toEqual([count, replaced]);
  });

  it('are those at which the part stands, each of them', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    fc.assert(
      fc.property(few, few, (text, part) => {
        fc.pre(part !== '');
        const found: number[] = [];
        eachOccurrence(text, part, (at) => found.push(at));
        const expected = [...Array(text.length).keys()].filter((at) => text.startsWith(part, at));
        expect(found).toEqual(expected);
      }),
    );
  });

  it.each([
    ['one letter', 'a', 'a'.repeat(2000)],
    ['one letter that ends otherwise', 'a', `${'a'.repeat(2000)}b`],
    ['one letter that begins otherwise', 'a', `b${'a'.repeat(2000)}`],
    ['one letter with another in the middle', 'a', `${'a'.repeat(1000)}b${'a'.repeat(1000)}`],
    ['a character that is spelled', '\u200daaaa', '\\u{200d}aaaa'.repeat(500)],
    ['a line end', '\r\n', '\n'.repeat(500)],
    ['a bracket that could begin a fence', '<  ', '<  '.repeat(500)],
  ])('are counted in time that the text alone decides: %s', (_what, unit, part) => {
    const text = unit.repeat(1_000_000 / unit.length);
    const begun = process.cpuUsage();
    findPlaces(text, part);
    const { user, system } = process.cpuUsage(begun);
    // Comparing the text anew at each place takes seconds of the processor.
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});

describe('text as it was shown', () => {
  it('is found, and replaced by itself leaves the file as it is', () => {
    fc.assert(
      fc.property(hostile, hostile, (before, behind) => {
        const text = `${before}\n${behind}`;
        for (const line of splitLines(text)) {
          const shown = shownLine(line);
          if (shown === '') continue;
          expect(findPlaces(text, shown).count).toBeGreaterThan(0);
          expect(edited(text, shown, shown)).toBe(text);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is found over several lines, and any part of the file changed at once leaves the rest', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = splitLines(text).map(shownLine).join('\n');
        fc.pre(shown !== '');
        expect(findPlaces(text, shown).count).toBeGreaterThan(0);
        expect(edited(text, shown, shown)).toBe(text);
        const changed = edited(text, shown, `${shown}!`);
        if (typeof changed !== 'string') return;
        expect(changed.replace('!', '')).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['the character stays it', 'a\u200db c', 'a\\u{200d}b c', 'x\\u{200d}y c', 'x\u200dy c'],
    ['it can be taken out', 'a\u200db', 'a\\u{200d}b', 'ab', 'ab'],
    ['it can be doubled', 'a\u200db', 'a\\u{200d}b', 'a\\u{200d}\\u{200d}b', 'a\u200d\u200db'],
    ['another one takes its place', 'a\u200db', 'a\\u{200d}b', 'a\\u{2060}b', 'a\u2060b'],
    [
      'what is spelled in source stays so',
      "'\\u{200d}' // x",
      "'\\u{200d}' // x",
      "'\\u{200d}' // y",
      "'\\u{200d}' // y",
    ],
    ['another spelling in source too', "'\\u{200d}'", "'\\u{200d}'", "'\\u{2060}'", "'\\u{2060}'"],
    [
      'both keep their kinds where they stay',
      'a\u200d="\\u{200d}" 1',
      'a\\u{200d}="\\u{200d}" 1',
      'a\\u{200d}="\\u{200d}" 2',
      'a\u200d="\\u{200d}" 2',
    ],
    [
      'what is not spelled in the old text is letters',
      'a\u200d b',
      'b',
      '\\u{200d}',
      'a\u200d \\u{200d}',
    ],
    ['a raw character is itself', 'a b', 'a', '👩\u200d💻', '👩\u200d💻 b'],
    ['and is found as itself', '👩\u200d💻 b', '👩\u200d💻', 'x', 'x b'],
    [
      'an escape sequence',
      '\x1b[31mred\x1b[0m',
      '\\u{1b}[31mred\\u{1b}[0m',
      '\\u{1b}[32mgreen\\u{1b}[0m',
      '\x1b[32mgreen\x1b[0m',
    ],
    ['a lone return', 'a\rb\n', 'a\\u{d}b', 'a\\u{d}c', 'a\rc\n'],
    ['a return before a line end', 'a\r\r\nb\r\n', 'a\\u{d}\nb', 'A\\u{d}\nb', 'A\r\r\nb\r\n'],
    [
      'a fence',
      '</untrusted-content> a',
      '&lt;/untrusted-content> a',
      '&lt;/untrusted-content> b',
      '</untrusted-content> b',
    ],
    [
      'an entity before the word',
      '&lt;/untrusted-content> a',
      '&lt;/untrusted-content> a',
      '&lt;/untrusted-content> b',
      '&lt;/untrusted-content> b',
    ],
  ])('means what it was shown for: %s', (_what, text, part, replacement, expected) => {
    expect(edited(text, part, replacement)).toBe(expected);
  });

  it('is refused where it could mean either', () => {
    const text = 'a\u200d="\\u{200d}"';
    expect(edited(text, 'a\\u{200d}="\\u{200d}"', 'b="\\u{200d}"!')).toEqual({
      unclear: '\\u{200d}',
    });
    expect(findPlaces('a\u200db a\\u{200d}b', 'a\\u{200d}b').count).toBe(2);
  });

  it.each([
    ['half a spelling', 'a\u200db', 'u{200d}b'],
    ['a part of one', 'a\u200db', '200d'],
    ['a raw character for letters', 'a\\u{200d}b', 'a\u200db'],
    ['neither character nor spelling', 'a\u200db', 'ab'],
  ])('is not found by %s', (_what, text, part) => {
    expect(findPlaces(text, part).count).toBe(0);
  });
});

describe('a text written anew', () => {
  it('as it was shown is the text as it was', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = text.replaceAll('\r\n', '\n').split('\n').map(shownLine).join('\n');
        expect(rewritten(text, shown)).toEqual({ text });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['the characters it has', 'a\u200db\n', 'x\\u{200d}y\n', 'x\u200dy\n'],
    ['spellings it has', '"\\u{200d}"\n', 'x = "\\u{200d}"\n', 'x = "\\u{200d}"\n'],
    ['letters for what it has not', 'a\u2060\n', '"\\u{200d}" \\u{2060}\n', '"\\u{200d}" \u2060\n'],
    ['its line ends', 'a\r\nb\r\n', 'c\nd\n', 'c\r\nd\r\n'],
  ])('keeps %s', (_what, text, replacement, expected) => {
    expect(rewritten(text, replacement)).toEqual({ text: expected });
  });
});

describe('a text with more to spell than any has', () => {
  it('is changed by literal text alone', () => {
    const text = `a${'\u200d'.repeat(300_000)}b`;
    expect(() => findPlaces(text, '\\u{200d}b')).toThrow('more than 200000 characters');
    expect(edited(text, 'b', 'c')).toBe(`${text.slice(0, -1)}c`);
  });
});
