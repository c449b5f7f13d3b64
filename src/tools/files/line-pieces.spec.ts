import { describe, expect, it } from '@jest/globals';
import { open, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { linePieces, pieceBytes } from './line-pieces.js';
import { encodeText } from './text-encoding.js';
import type { TextEncoding } from './text-encoding.js';

const at = temporaryDirectory();

/** The whole file again, with the first line index of each piece. */
async function read(from = 0): Promise<{ lines: string[]; firsts: number[] } | null> {
  await using file = await open(at('file'));
  const pieces = await linePieces(file, from);
  if (pieces === null) return null;
  const lines: string[] = [];
  const firsts: number[] = [];
  let isOpen = false;
  for await (const piece of pieces) {
    firsts.push(piece.first);
    const [head, ...rest] = piece.lines;
    if (isOpen) lines.push(`${lines.pop() ?? ''}${head ?? ''}`, ...rest);
    else lines.push(...piece.lines);
    isOpen = piece.open;
  }
  expect(isOpen).toBe(false);
  return { lines, firsts };
}

async function put(lines: readonly string[], end: string, encoding: TextEncoding): Promise<void> {
  const format = { encoding, hasBom: encoding.startsWith('utf-16') };
  await writeFile(at('file'), encodeText(lines.join(end) + end, format));
}

describe('the lines of a large file, piece by piece', () => {
  const short = Array.from(
    { length: 120_000 },
    (_, n) => `${n} gr\u00fc\u00dfe \u20ac ${'x'.repeat(n % 40)}`,
  );
  const long = ['head', 'a\u00e9\u20ac'.repeat(900_000), '', 'tail \u{1f600}'];
  const emoji = ['\u{1f600}'.repeat(700_000), 'x\u{1f600}'.repeat(400_000)];

  it.each<[string, readonly string[], string, TextEncoding]>([
    ['short lines in UTF-8', short, '\n', 'utf-8'],
    ['short lines of Windows', short, '\r\n', 'utf-8'],
    ['short lines in Latin-1', short, '\r\n', 'latin1'],
    ['short lines in UTF-16', short, '\r\n', 'utf-16le'],
    ['short lines in the other UTF-16', short, '\n', 'utf-16be'],
    ['long lines in UTF-8', long, '\n', 'utf-8'],
    ['long lines in UTF-16', long, '\r\n', 'utf-16be'],
    ['pairs in UTF-8', emoji, '\n', 'utf-8'],
    ['pairs in UTF-16', emoji, '\n', 'utf-16le'],
  ])('are those of the file: %s', async (_what, lines, end, encoding) => {
    await put(lines, end, encoding);
    const found = await read();
    expect(found?.lines.length).toBe(lines.length);
    expect(found?.lines.every((line, index) => line === lines[index])).toBe(true);
    expect(found?.firsts.length).toBeGreaterThan(1);
  });

  it('end a line with both of its characters, wherever a piece ends', async () => {
    for (const shift of [0, 1, 2]) {
      await put(['a'.repeat(pieceBytes - shift), 'b'], '\r\n', 'utf-8');
      expect((await read())?.lines).toEqual(['a'.repeat(pieceBytes - shift), 'b']);
      await put(['a'.repeat(pieceBytes / 2 - shift), 'b'], '\r\n', 'utf-16le');
      expect((await read())?.lines).toEqual(['a'.repeat(pieceBytes / 2 - shift), 'b']);
    }
  });

  it('are passed over up to the piece with the one that is asked for', async () => {
    await put(short, '\n', 'utf-8');
    const all = await read();
    const late = await read(short.length - 10);
    expect(late?.firsts.at(-1)).toBe(all?.firsts.at(-1));
    expect(late?.lines.at(-1)).toBe(short.at(-1));
    expect(late?.lines.length).toBeLessThan(short.length / 2);
  });

  it('are not there for other data', async () => {
    await writeFile(
      at('file'),
      Buffer.concat([Buffer.from([0x7f, 0x45, 0, 1]), Buffer.alloc(pieceBytes, 0)]),
    );
    expect(await read()).toBeNull();
    await writeFile(at('file'), Buffer.alloc(3 * pieceBytes, 'a'));
    expect((await read())?.lines).toEqual(['a'.repeat(3 * pieceBytes)]);
    await writeFile(at('file'), '');
    expect((await read())?.lines).toEqual([]);
  });
});
