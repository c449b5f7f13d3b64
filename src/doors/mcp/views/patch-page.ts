import { bounds } from './bounds.js';
import { refuseBehindEnd, type TextPage } from './text-page.js';

interface Patch {
  readonly bytes: number;
  read(): AsyncIterable<Buffer>;
}

const lineEnd = 0x0a;

/** A page of a patch by its bytes, up to an end of a line where one is near. @throws RefusedError */
export async function patchPage(
  patch: Patch,
  from: number,
  most: number = bounds.pageCharacters,
): Promise<TextPage> {
  refuseBehindEnd(from, patch.bytes);
  const cut = await bytesAt(patch, from, most);
  const isEnd = from + cut.length === patch.bytes;
  const page = isEnd ? cut : cut.subarray(0, endOfPage(cut));
  const next = from + page.length;
  return { text: page.toString('utf8'), from, next: isEnd ? null : next, total: patch.bytes };
}

async function bytesAt(patch: Patch, from: number, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let at = 0;
  for await (const piece of patch.read()) {
    const start = Math.max(0, from - at);
    at += piece.length;
    if (start < piece.length) pieces.push(piece.subarray(start));
    if (at >= from + most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

/** Offset after the last whole line, or after the last whole character of a long line. */
function endOfPage(bytes: Buffer): number {
  const line = bytes.lastIndexOf(lineEnd) + 1;
  if (line > bytes.length / 2) return line;
  // The next bytes are unknown, so the last character is left for the next page.
  const last = lastStart(bytes);
  return last > 0 ? last : bytes.length;
}

/** Offset of the last character. */
function lastStart(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at > 0 && isInside(bytes[at])) at -= 1;
  return at;
}

/** True for a byte that continues a character of UTF-8. */
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
