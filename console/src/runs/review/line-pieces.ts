import type { Span } from './word-marks.js';

/** A part of a line in one colour. */
export interface Token {
  readonly text: string;
  /** Class of its colour; empty: none. */
  readonly look: string;
}

export interface Piece extends Token {
  readonly isMarked: boolean;
}

/** The tokens of a line, cut where marks begin and end. */
export function linePieces(tokens: readonly Token[], marks: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { text, look } of tokens) {
    const end = at + text.length;
    const edges = new Set([at, end]);
    for (const edge of marks.flat()) if (edge > at && edge < end) edges.add(edge);
    const cuts = [...edges].sort((a, b) => a - b);
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[index + 1] ?? end;
      const isMarked = marks.some((mark) => mark[0] <= from && to <= mark[1]);
      pieces.push({ text: text.slice(from - at, to - at), look, isMarked });
    }
    at = end;
  }
  return pieces;
}
