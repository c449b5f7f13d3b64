import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeText, encodeText, lacking, type TextFormat } from './text-encoding.js';

const utf16 = (text: string, hasBom: boolean): Buffer =>
  Buffer.from((hasBom ? '\ufeff' : '') + text, 'utf16le');

describe('the text of a file', () => {
  it.each([
    ['nothing', Buffer.alloc(0), '', 'utf-8', false],
    ['UTF-8', Buffer.from('naïve 日本 👍\n'), 'naïve 日本 👍\n', 'utf-8', false],
    ['UTF-8 with a mark', Buffer.from('\ufeffa\r\n'), 'a\r\n', 'utf-8', true],
    ['UTF-8 with two marks', Buffer.from('\ufeff\ufeffa'), '\ufeffa', 'utf-8', true],
    [
      'a NUL far into it',
      Buffer.from(`${'a'.repeat(8000)}\0`),
      `${'a'.repeat(8000)}\0`,
      'utf-8',
      false,
    ],
    ['UTF-16', utf16('日本\r\n', true), '日本\r\n', 'utf-16le', true],
    [
      'UTF-16 that begins with its high bytes',
      utf16('日本', true).swap16(),
      '日本',
      'utf-16be',
      true,
    ],
    ['UTF-16 without a mark', utf16('Grüße,\n– x', false), 'Grüße,\n– x', 'utf-16le', false],
    [
      'the same the other way round',
      utf16('Grüße\n', false).swap16(),
      'Grüße\n',
      'utf-16be',
      false,
    ],
    ['Latin-1', Buffer.from('na\xefve caf\xe9\n', 'latin1'), 'naïve café\n', 'latin1', false],
    ['Windows-1252', Buffer.from('\x93x\x94 \x80 \x97', 'latin1'), '“x” € —', 'latin1', false],
    ['no UTF-8 behind its mark', Buffer.from([0xef, 0xbb, 0xbf, 0xff]), 'ï»¿ÿ', 'latin1', false],
  ])('is read: %s', (_what, bytes, text, encoding, hasBom) => {
    expect(decodeText(bytes)).toEqual({ text, encoding, hasBom });
  });

  it.each([
    ['a NUL', Buffer.from('one\0')],
    ['NULs on both sides', Buffer.from([65, 0, 66, 0, 0, 67, 68, 0, 69, 0, 70, 0])],
    ['words between NULs', Buffer.from('abc\0def\0ghi\0jkl\0mno\0')],
    ['small numbers of two bytes', Buffer.from(new Uint16Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer)],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0])],
    ['UTF-16 cut within a character', Buffer.from([0xff, 0xfe, 65, 0, 66])],
    ['UTF-16 with half a pair', Buffer.from([0xff, 0xfe, 65, 0, 0x3d, 0xd8, 66, 0])],
    ['the head of a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['controls between letters that are no UTF-8', Buffer.from([0x1f, 0x8b, 8, 1, 0xe9])],
  ])('is none: %s', (_what, bytes) => {
    expect(decodeText(bytes)).toBeNull();
  });

  it('is the same bytes when it is written back, whatever they are', () => {
    const any = fc.uint8Array({ maxLength: 60 });
    const letters = fc.uint8Array({ min: 0x20, maxLength: 60 });
    const wide = fc
      .tuple(fc.string({ unit: 'binary' }), fc.boolean(), fc.boolean())
      .map(([text, swapped, hasBom]) =>
        swapped ? utf16(text, hasBom).swap16() : utf16(text, hasBom),
      );
    const units = fc.uint16Array({ maxLength: 30 }).map((array) => Buffer.from(array.buffer));
    const marked = fc
      .tuple(fc.constantFrom([0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]), any)
      .map(([mark, rest]) => [...mark, ...rest]);
    let texts = 0;
    fc.assert(
      fc.property(fc.oneof(any, letters, wide, units, marked), (bytes) => {
        const decoded = decodeText(Buffer.from(bytes));
        if (decoded === null) return;
        texts += 1;
        expect(encodeText(decoded.text, decoded).equals(Buffer.from(bytes))).toBe(true);
        expect(lacking(decoded.text, decoded.encoding)).toBeNull();
      }),
      { numRuns: 1000 },
    );
    expect(texts).toBeGreaterThan(200);
  });

  it.each<[TextFormat['encoding'], string, string | null]>([
    ['latin1', 'naïve “x” €', null],
    ['latin1', 'x → y', '→'],
    ['latin1', 'x 👍', '👍'],
    ['latin1', '\x93', '\x93'],
    ['utf-8', '日本 👍', null],
    ['utf-16be', 'a\ud83db', '\ud83d'],
  ])('%s writes %j, and lacks %j', (encoding, text, lacked) => {
    expect(lacking(text, encoding)).toBe(lacked);
  });
});
