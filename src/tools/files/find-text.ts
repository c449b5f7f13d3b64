/** A part of a text, as positions in it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a part occurs in a text, ascending, without overlaps. The line ends of the part stand for
 * those of the text: what was read with one kind of line ends is found in a file with the other.
 */
export function findText(text: string, part: string): readonly TextRange[] {
  const hasReturns = text.includes('\r\n') || part.includes('\r\n');
  if (!hasReturns || !part.includes('\n')) return literalRanges(text, part);
  const plain = withPlainEnds(text);
  return inOriginal(text, literalRanges(plain, withPlainEnds(part)));
}

/** A replacement with the line ends that most lines of the text have; its own where there are none. */
export function withEndsOf(text: string, replacement: string): string {
  if (!text.includes('\n')) return replacement;
  const plain = withPlainEnds(replacement);
  return usesCarriageReturns(text) ? plain.replaceAll('\n', '\r\n') : plain;
}

/** The text with each range, ascending, replaced. */
export function replaceRanges(
  text: string,
  ranges: readonly TextRange[],
  replacement: string,
): string {
  const written = withEndsOf(text, replacement);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(at, start), written);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** The line, counted from 1, that a position is in. */
export function lineAt(text: string, position: number): number {
  return literalRanges(text.slice(0, position), '\n').length + 1;
}

function literalRanges(text: string, part: string): TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    found.push({ start: at, end: at + part.length });
  }
  return found;
}

/** Ranges of the text with plain line ends, as ranges of the text itself; both ascend. */
function inOriginal(text: string, ranges: readonly TextRange[]): TextRange[] {
  const found: TextRange[] = [];
  let removed = 0;
  let next = text.indexOf('\r\n');
  const original = (position: number): number => {
    while (next !== -1 && next - removed < position) {
      removed += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return position + removed;
  };
  for (const range of ranges)
    found.push({ start: original(range.start), end: original(range.end) });
  return found;
}

function withPlainEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function usesCarriageReturns(text: string): boolean {
  const returns = literalRanges(text, '\r\n').length;
  return returns > literalRanges(text, '\n').length - returns;
}
