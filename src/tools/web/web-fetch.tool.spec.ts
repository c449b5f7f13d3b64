import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { heldBriefly } from '#test/support/held-loop.js';
import { decodePage } from './web-fetch.tool.js';

const text = (body: Buffer | string, contentType: string): string | null =>
  decodePage({ body: Buffer.from(body), contentType });

/** A text in big-endian UTF-16. */
const bigEndian = (words: string): Buffer => Buffer.from(words, 'utf16le').swap16();
const mark = '\ufeff';

/** "Zażółć" in ISO 8859-2, "Привет" in Windows-1251 and KOI8-R, "日本" in Shift JIS, GBK and EUC-JP. */
const polish = Buffer.from([0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6]);
const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
const koi = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);
const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
const gbk = Buffer.from([0xc8, 0xd5, 0xb1, 0xbe]);
const eucJp = Buffer.from([0xc6, 0xfc, 0xcb, 0xdc]);

const around = (before: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(before), bytes]);

describe('decodePage', () => {
  it.each([
    ['quoted', '<meta charset="iso-8859-2">', polish, 'Zażółć'],
    ['in single quotes', "<meta charset='windows-1251'>", russian, 'Привет'],
    ['bare', '<meta charset=koi8-r>', koi, 'Привет'],
    ['in capitals', '<!DOCTYPE HTML><META CHARSET="SHIFT_JIS"/>', shiftJis, '日本'],
    ['of XHTML', '<html><head><meta charset="gb2312" /></head>', gbk, '日本'],
    ['with blanks', '<meta\n charset = " euc-jp " >', eucJp, '日本'],
    [
      'of http-equiv',
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">',
      polish,
      'Zażółć',
    ],
    [
      'of http-equiv, turned round, bare and in capitals',
      "<META CONTENT='text/html;CHARSET=windows-1251' HTTP-EQUIV=content-type>",
      russian,
      'Привет',
    ],
    [
      'of http-equiv, quoted again',
      `<meta http-equiv="content-type" content="text/html; charset='koi8-r'">`,
      koi,
      'Привет',
    ],
    [
      'behind a comment that names another',
      '<!-- <meta charset=utf-8> --><meta charset=gbk>',
      gbk,
      '日本',
    ],
    [
      'behind a script that names another',
      '<script>"<meta charset=utf-8>"</script><meta charset=gbk>',
      gbk,
      '日本',
    ],
    ['behind one that nobody knows', '<meta charset=nonsense><meta charset=gbk>', gbk, '日本'],
    [
      'behind other elements meta',
      '<meta name=a content="charset=utf-8"><meta charset=gbk>',
      gbk,
      '日本',
    ],
    ['late in the head', `<style>${'x'.repeat(3000)}</style><meta charset=gbk>`, gbk, '日本'],
    ['of XML', '<?xml version="1.0" encoding="iso-8859-2"?><html>', polish, 'Zażółć'],
    ['that claims UTF-16, which nobody could read', '<meta charset=utf-16>', Buffer.from('ü'), 'ü'],
    [
      'that claims to be defined by its user',
      '<meta charset=x-user-defined>',
      Buffer.from([0x80]),
      '€',
    ],
  ])('follows a declaration in the page: %s', (_kind, head, bytes, words) => {
    expect(text(around(head, bytes), 'text/html')).toBe(head + words);
  });

  it.each([
    ['RSS', 'application/rss+xml'],
    ['Atom', 'application/atom+xml; type=feed'],
    ['XML', 'text/xml'],
    ['XHTML', 'application/xhtml+xml'],
    ['a page without a type', ''],
  ])('follows the declaration of %s', (_kind, contentType) => {
    for (const head of [
      '<?xml version="1.0" encoding="windows-1251"?>',
      "\n<?xml version='1.0'\n encoding = 'cp1251' standalone='yes'?>",
    ]) {
      expect(text(around(head, russian), contentType)).toBe(`${head}Привет`);
    }
  });

  it.each([
    ['text/html; charset=iso-8859-2', polish, 'Zażółć'],
    ['text/html; charset="iso-8859-2"', polish, 'Zażółć'],
    ['text/html;CHARSET=Latin2', polish, 'Zażółć'],
    ["text/html; charset='windows-1251'; x=y", russian, 'Привет'],
    ['text/plain; format=flowed; charset = koi8', koi, 'Привет'],
    ['text/csv; charset=ms_kanji', shiftJis, '日本'],
  ])('follows the header %s, whatever the page declares', (contentType, bytes, words) => {
    const head = '<meta charset=utf-8>';
    expect(text(around(head, bytes), contentType)).toBe(head + words);
  });

  it('takes a label that nobody knows for none', () => {
    for (const label of ['nonsense', '', 'hz-gb-2312', '%', '"']) {
      const head = '<meta charset=gbk>';
      expect(text(around(head, gbk), `text/html; charset=${label}`)).toBe(`${head}日本`);
      expect(text('größe', `text/plain; charset=${label}`)).toBe('größe');
    }
  });

  it('believes a byte order mark before everything else', () => {
    const page = '<meta charset=koi8-r>ü日本';
    for (const type of [
      'text/html',
      'text/html; charset=iso-8859-1',
      'text/plain',
      '',
      'application/json',
    ]) {
      expect(text(Buffer.from(mark + page), type)).toBe(page);
      expect(text(Buffer.from(mark + page, 'utf16le'), type)).toBe(page);
      expect(text(bigEndian(mark + page), type)).toBe(page);
    }
  });

  it('knows markup in UTF-16 without a mark, and what the header calls so', () => {
    const page = '<?xml version="1.0" encoding="utf-16"?><a>ü</a>';
    for (const type of ['text/xml', 'application/rss+xml', '']) {
      expect(text(Buffer.from(page, 'utf16le'), type)).toBe(page);
      expect(text(bigEndian(page), type)).toBe(page);
    }
    expect(text(Buffer.from('ü', 'utf16le'), 'text/plain; charset=utf-16')).toBe('ü');
    expect(text(bigEndian('ü'), 'text/plain; charset=UTF-16BE')).toBe('ü');
  });

  it('reads JSON as UTF-8, whatever the header says', () => {
    for (const type of [
      'application/json; charset=iso-8859-1',
      'application/ld+json',
      'text/json;charset=gbk',
    ]) {
      expect(text('{"a":"ü日本"}', type)).toBe('{"a":"ü日本"}');
    }
  });

  it('reads what says nothing as UTF-8 where it is that, and as Windows-1252 otherwise', () => {
    for (const type of ['text/plain', 'text/html', 'text/css', 'application/javascript', '']) {
      expect(text('größe “x”', type)).toBe('größe “x”');
      expect(text(Buffer.from([0x67, 0xf6, 0x93, 0x78, 0x94, 0x80]), type)).toBe('gö“x”€');
    }
    const broken = Buffer.concat([Buffer.from('größe über'), Buffer.from([0xff])]);
    expect(text(broken, 'text/plain')).toBe('größe über\ufffd');
    expect(text(Buffer.from('größe').subarray(0, 4), 'text/plain')).toBe('grö');
    expect(text(Buffer.from('größe ü').subarray(0, -1), 'text/plain')).toBe('größe \ufffd');
  });

  it('says of what holds NUL that it is no text', () => {
    for (const type of [
      'image/png',
      'text/html',
      'text/html; charset=utf-8',
      '',
      'application/json',
    ]) {
      expect(text(Buffer.from([0x89, 0x50, 0]), type)).toBeNull();
    }
  });

  it('reads what was written in UTF-8, however it is labelled', () => {
    const types = fc.constantFrom(
      'text/html; charset=utf-8',
      'text/plain',
      'application/json',
      'text/xml',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), types, (written, type) => {
        const words = `ü${written.replaceAll('\0', '')}`;
        expect(text(words, type)).toBe(words);
      }),
    );
  });

  it.each(['json', 'json.', '+json', '/'])(
    'takes no time for a type of as many characters as a header holds: %s',
    async (unit) => {
      const type = `text/${unit.repeat(16_000 / unit.length)}!`;
      await heldBriefly(() => text('', type));
    },
  );

  it('answers for every body and header, in time', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (body, type) => {
        expect(['string', 'object']).toContain(typeof text(Buffer.from(body), type));
      }),
    );
    const started = performance.now();
    for (const unit of ['<?xml ', '<meta charset=', '<!--', '<', 'charset=', '\0<', '&']) {
      text(unit.repeat(2_000_000 / unit.length), 'text/html');
      text('', `text/html; ${unit.repeat(10_000)}`);
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
