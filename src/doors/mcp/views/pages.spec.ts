import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mcpDoorTexts } from '#protocol/texts/mcp-door.js';
import { patchPage } from './patch-page.js';
import { pageOf, type TextPage } from './text-page.js';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 20 })
    .map((lines) => lines.join('\n')),
);
const sizes = fc.integer({ min: 8, max: 60 });

/** Cuts a text as a file is read. */
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function allPages(read: (from: number) => TextPage | Promise<TextPage>): Promise<TextPage[]> {
  const pages: TextPage[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: TextPage = await read(from);
    pages.push(page);
    from = page.next;
  }
  return pages;
}

describe('pages', () => {
  it('of a text are the text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, sizes, async (text, most) => {
        const pages = await allPages((from) => pageOf(text, from, most));
        expect(pages.map((page) => page.text).join('')).toBe(text);
        expect(pages.every((page) => page.text.length <= most)).toBe(true);
      }),
    );
  });

  it('of a patch are the patch, and cut no character', async () => {
    await fc.assert(
      fc.asyncProperty(texts, sizes, sizes, async (text, most, size) => {
        const bytes = Buffer.from(text.toWellFormed());
        const patch = { bytes: bytes.length, read: () => pieces(bytes, size) };
        const pages = await allPages((from) => patchPage(patch, from, most));
        expect(pages.map((page) => page.text).join('')).toBe(text.toWellFormed());
        expect(pages.every((page) => Buffer.byteLength(page.text) <= most)).toBe(true);
      }),
    );
  });

  it('end with whole lines', () => {
    expect(pageOf('one\ntwo\nthree', 0, 10)).toMatchObject({ text: 'one\ntwo\n', next: 8 });
  });

  it('are refused behind the end', () => {
    expect(() => pageOf('one', 3)).toThrow(mcpDoorTexts.behindEnd(3, 3));
  });
});
