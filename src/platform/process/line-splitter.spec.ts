import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineSplitter, type OversizedLine } from './line-splitter.js';

function split(chunks: readonly string[], maxBytes = 1000) {
  const lines: string[] = [];
  const oversized: OversizedLine[] = [];
  const splitter = new LineSplitter(maxBytes, {
    line: (text) => lines.push(text),
    oversized: (line) => oversized.push(line),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.flush();
  return { lines, oversized };
}

describe('LineSplitter', () => {
  it('joins a line that comes in pieces and parts lines that come together', () => {
    expect(split(['on', 'e\ntw', 'o\n\nfour\n']).lines).toEqual(['one', 'two', '', 'four']);
  });

  it('takes CRLF for an end and keeps what has none', () => {
    expect(split(['a\r\nb']).lines).toEqual(['a', 'b']);
  });

  it('drops a line that is too long, tells its ends, and goes on with the next', () => {
    const long = `{"id":7,${'x'.repeat(5000)}}`;
    const { lines, oversized } = split([
      'before\n',
      long.slice(0, 900),
      long.slice(900),
      '\nafter\n',
    ]);
    expect(lines).toEqual(['before', 'after']);
    expect(oversized).toEqual([
      { bytes: long.length, head: long.slice(0, 256), tail: long.slice(-256) },
    ]);
  });

  it('keeps a line of exactly the limit', () => {
    expect(split([`${'y'.repeat(1000)}\n`]).lines).toEqual(['y'.repeat(1000)]);
  });

  it('gives the same lines however the bytes are cut', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .map((text) => text.replace(/[\r\n]/g, ''));
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 9 }), (wanted, size) => {
        const bytes = Buffer.from(wanted.map((text) => `${text}\n`).join(''));
        const seen: string[] = [];
        const splitter = new LineSplitter(10_000, {
          line: (text) => seen.push(text),
          oversized: () => undefined,
        });
        for (let at = 0; at < bytes.length; at += size)
          splitter.push(bytes.subarray(at, at + size));
        expect(seen).toEqual(wanted);
      }),
    );
  });
});
