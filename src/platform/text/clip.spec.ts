import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runProgram } from '#test/support/run-program.js';
import { clip, clipLines, clipMiddle, clipStart, clipWords } from './clip.js';

describe('clipWords', () => {
  it.each([
    ['one two', 7, 'one two'],
    ['one two six', 8, 'one two…'],
    ['one two six', 7, 'one…'],
    ['one twothree', 10, 'one twoth…'],
  ])('cuts "%s" to %i between words where that leaves enough', (text, max, expected) => {
    expect(clipWords(text, max, '…')).toBe(expected);
  });
});

describe('clip', () => {
  it('leaves a text alone that fits', () => {
    expect(clip('abc', 3, '…')).toBe('abc');
  });

  it('says that it cut', () => {
    expect(clip('abcd', 3, '… [cut]')).toBe('abc… [cut]');
  });

  it('cuts before a pair rather than through it', () => {
    expect(clip('ab😀', 3)).toBe('ab');
  });

  it('gives a beginning of the text, never longer than asked, never with half a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
        const clipped = clip(text, max);
        expect(text.startsWith(clipped)).toBe(true);
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipped.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1);
        expect(() => encodeURIComponent(clipped)).not.toThrow();
      }),
    );
  });
});

describe('clipStart', () => {
  it('gives an end of the text, never longer than asked, never with half a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
        const clipped = clipStart(text, max);
        expect(text.endsWith(clipped)).toBe(true);
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipped.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1);
        expect(() => encodeURIComponent(clipped)).not.toThrow();
      }),
    );
  });
});

describe('clipMiddle', () => {
  const note = (omitted: number): string => `<${omitted}>`;

  it('leaves a text alone that fits', () => {
    expect(clipMiddle('abc', 3, note)).toBe('abc');
  });

  it('keeps both ends and says how much lies between', () => {
    expect(clipMiddle('0123456789', 6, note)).toBe('0123<4>89');
  });

  it('accounts for every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(20), (text, max) => {
        fc.pre(text.length > max && !text.includes('<'));
        const [head = '', rest = ''] = clipMiddle(text, max, note).split('<');
        const [omitted = '', ...tail] = rest.split('>');
        expect(head.length + Number(omitted) + tail.join('>').length).toBe(text.length);
        expect(text.startsWith(head) && text.endsWith(tail.join('>'))).toBe(true);
      }),
    );
  });
});

describe('clipLines', () => {
  const note = (omitted: number): string => `<${omitted}>`;
  const lines = Array.from({ length: 30 }, (_, n) => `line ${String(n).padStart(2, '0')}`);
  const text = lines.join('\n');

  it('keeps whole lines of both ends', () => {
    expect(clipLines(text, 60, note)).toBe(
      [...lines.slice(0, 5), ''].join('\n').trimEnd() + '<185>' + lines.slice(-2).join('\n'),
    );
  });

  it.each([
    ['a text that fits', 'abc', 3],
    ['where a tenth or less is saved', 'x'.repeat(1000), 900],
    ['where the note takes what is saved', 'x'.repeat(20), 16],
  ])('leaves alone %s', (_, whole, max) => {
    expect(clipLines(whole, max, note)).toBe(whole);
  });

  it('cuts long lines between words, and a long word anywhere', () => {
    const words = 'word '.repeat(100).trimEnd();
    expect(clipLines(words, 60, note)).toMatch(/^(word )+word<\d+>(word )+word$/);
    expect(clipLines('x'.repeat(500), 60, note)).toBe(`${'x'.repeat(40)}<440>${'x'.repeat(20)}`);
  });

  it('accounts for every character, and splits no pair', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '\u{1f600}');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 300 }), fc.nat(200), (whole, max) => {
        const cut = clipLines(whole, max, note);
        if (cut === whole) return;
        const [head = '', omitted = '', tail = ''] = cut.split(/[<>]/);
        expect(head.length + Number(omitted) + tail.length).toBe(whole.length);
        expect(head.length + tail.length).toBeLessThanOrEqual(max);
        expect(cut.length).toBeLessThan(whole.length * 0.9);
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(() => encodeURIComponent(cut)).not.toThrow();
      }),
    );
  });
});

describe('what is cut', () => {
  it('does not keep the text in memory that it was cut from', async () => {
    const program = `
      import { clip, clipLines, clipStart } from './dist/platform/text/clip.js';
      const long = (n) => String(n).repeat(2_000_000 / String(n).length);
      gc();
      const before = process.memoryUsage().heapUsed;
      const cuts = [clip, clipStart, (text, max) => clipLines(text, max, () => '')];
      const kept = Array.from({ length: 30 }, (_, n) => cuts[n % 3](long(n), 200));
      gc();
      console.log(kept.length, process.memoryUsage().heapUsed - before < 2_000_000);`;
    const args = ['--expose-gc', '--input-type=module', '--eval', program];
    const { stdout } = await runProgram(process.execPath, args);
    expect(stdout).toBe('30 true\n');
  });
});
