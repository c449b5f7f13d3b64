import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { decodeText } from './text-encoding.js';
import type { TextEncoding } from './text-encoding.js';

/** Bytes per read; even, so that no UTF-16 unit is split. */
export const pieceBytes = 1024 * 1024;

/** Bytes of an incomplete character at the end of a piece. */
const cutBytes = 3;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Consecutive lines of a file. */
export interface LinePiece {
  /** Index of the first line. */
  readonly first: number;
  /** Without line ends; the first continues the last piece's open line. */
  readonly lines: readonly string[];
  /** The last line continues in the next piece. */
  readonly open: boolean;
}

/**
 * Reads the lines of a text file of any size, about a megabyte at a time; null for a binary file,
 * judged by its beginning. Whole pieces before line `from` are only counted.
 */
export async function linePieces(
  file: FileHandle,
  from = 0,
): Promise<AsyncGenerator<LinePiece> | null> {
  const beginning = await readAt(file, 0);
  const encoding = encodingOf(beginning);
  if (encoding === null) return null;
  return encoding.startsWith('utf-16')
    ? wideLines(file, beginning, encoding)
    : byteLines(file, beginning, from);
}

async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(pieceBytes);
  let length = 0;
  while (length < pieceBytes) {
    const { bytesRead } = await file.read(buffer, length, pieceBytes - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** A piece may end inside a character, which does not make the file binary. */
function encodingOf(beginning: Buffer): TextEncoding | null {
  const whole = decodeText(beginning);
  if (whole !== null || beginning.length < pieceBytes) return whole?.encoding ?? null;
  return decodeText(beginning.subarray(0, -2))?.encoding ?? null;
}

async function* byteLines(
  file: FileHandle,
  beginning: Buffer,
  from: number,
): AsyncGenerator<LinePiece> {
  let position = beginning.length;
  let bytes = beginning;
  let kept = Buffer.alloc(0);
  let first = 0;
  let open = false;
  while (bytes.length > 0) {
    const atEnd = bytes.length < pieceBytes;
    const whole = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    const end = atEnd ? whole.length : endOfLines(whole);
    const piece = whole.subarray(0, end);
    open = !atEnd && piece.at(-1) !== lineFeed;
    const count = countOf(piece);
    const isPassed = first + count < from && !atEnd;
    yield isPassed
      ? { first: first + count, lines: [], open }
      : { first, lines: linesIn(textOf(piece), open), open };
    first += count;
    kept = Buffer.from(whole.subarray(end));
    bytes = await readAt(file, position);
    position += bytes.length;
  }
  if (kept.length > 0 || open) yield { first, lines: [textOf(kept)], open: false };
}

/** The offset after the last line feed; without one, before an incomplete character or line end. */
function endOfLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(lineFeed) + 1;
  if (end > 0) return end;
  for (let cut = 0; cut <= cutBytes; cut += 1) {
    const piece = bytes.subarray(0, bytes.length - cut);
    if (isUtf8(piece)) return piece.at(-1) === carriageReturn ? piece.length - 1 : piece.length;
  }
  return bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
}

function countOf(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1))
    count += 1;
  return count;
}

/** Invalid bytes in the middle of a text are replaced. */
function textOf(bytes: Buffer): string {
  return decodeText(bytes)?.text ?? bytes.toString('utf8');
}

async function* wideLines(
  file: FileHandle,
  beginning: Buffer,
  encoding: TextEncoding,
): AsyncGenerator<LinePiece> {
  let position = beginning.length;
  let bytes = beginning;
  let kept = '';
  let first = 0;
  let open = false;
  while (bytes.length > 0) {
    const atEnd = bytes.length < pieceBytes;
    const text = kept + wideText(bytes, encoding, position === beginning.length);
    const end = atEnd ? text.length : endOfWideLines(text);
    open = !atEnd && text[end - 1] !== '\n';
    const lines = linesIn(text.slice(0, end), open);
    yield { first, lines, open };
    first += lines.length - Number(open);
    kept = text.slice(end);
    bytes = await readAt(file, position);
    position += bytes.length;
  }
  if (kept !== '' || open) yield { first, lines: [kept], open: false };
}

function wideText(bytes: Buffer, encoding: TextEncoding, isFirst: boolean): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const ordered = encoding === 'utf-16be' ? Buffer.from(even).swap16() : even;
  const text = ordered.toString('utf16le');
  return isFirst ? text.replace(/^\ufeff/, '') : text;
}

/** Like `endOfLines`. */
function endOfWideLines(text: string): number {
  const end = text.lastIndexOf('\n') + 1;
  if (end > 0) return end;
  return /[\r\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

function linesIn(text: string, open: boolean): string[] {
  const lines = text.split(/\r\n|\n/);
  if (!open && lines.at(-1) === '') lines.pop();
  return lines;
}
