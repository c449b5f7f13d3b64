import type { FileHandle } from 'node:fs/promises';
import { linePieces } from './line-pieces.js';
import type { LinePiece } from './line-pieces.js';
import type { UnsearchedReason } from './left-out.js';
import { readAtMost, splitLines } from './read-text.js';
import { decodeText } from './text-encoding.js';

/** Larger files are searched in pieces. */
const heldBytes = 1024 * 1024;
/** Characters of a line that are searched. */
const lineCharacters = 8 * 1024 * 1024;
/** Maximum number of context lines. */
export const maxContext = 5;

/** Lines of a file searched together, with context. */
export interface SearchPart {
  /** Index of the first line. */
  readonly first: number;
  readonly lines: readonly string[];
  /** Index of the first line to be searched. */
  readonly from: number;
  readonly to: number;
}

/** The parts of a file's text, or why it is not searched. */
export async function searchParts(
  file: FileHandle,
  size: number,
  maxBytes: number,
): Promise<AsyncIterable<SearchPart> | readonly SearchPart[] | UnsearchedReason> {
  if (size > maxBytes) return 'large';
  const bytes = await readAtMost(file, size, heldBytes);
  if (bytes) {
    const decoded = decodeText(bytes);
    if (decoded === null) return 'binary';
    const lines = splitLines(decoded.text);
    return [{ first: 0, lines, from: 0, to: lines.length }];
  }
  const pieces = await linePieces(file);
  return pieces === null ? 'binary' : parted(joined(pieces));
}

/** The complete lines of each piece. */
async function* joined(pieces: AsyncIterable<LinePiece>): AsyncGenerator<readonly string[]> {
  let begun: string | undefined;
  for await (const { lines, open } of pieces) {
    const all = [...lines];
    if (begun !== undefined && all.length > 0) {
      const room = lineCharacters - begun.length;
      all[0] = begun + (all[0] ?? '').slice(0, Math.max(0, room));
      begun = undefined;
    }
    if (open) begun = all.pop();
    yield all;
  }
  if (begun !== undefined) yield [begun];
}

/** Adds context lines: the last lines of a part are searched together with the following ones. */
async function* parted(texts: AsyncIterable<readonly string[]>): AsyncGenerator<SearchPart> {
  let first = 0;
  let before: readonly string[] = [];
  let held: readonly string[] = [];
  for await (const lines of texts) {
    const all = [...held, ...lines];
    const searched = all.length - maxContext;
    held = all;
    if (searched <= 0) continue;
    yield partOf(first, before, all, searched);
    before = [...before, ...all.slice(0, searched)].slice(-maxContext);
    held = all.slice(searched);
    first += searched;
  }
  if (held.length > 0) yield partOf(first, before, held, held.length);
}

function partOf(
  first: number,
  before: readonly string[],
  lines: readonly string[],
  searched: number,
): SearchPart {
  return {
    first: first - before.length,
    lines: [...before, ...lines],
    from: before.length,
    to: before.length + searched,
  };
}
