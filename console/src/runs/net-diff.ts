import { hunksOf, type Hunk } from './patch-hunks.js';

/**
 * A file as it was and as it is, as far as patches tell: lines that stayed, went or came, and gaps of
 * lines that stayed and stand in no patch.
 */
type Piece =
  | { readonly kind: 'gap'; readonly count: number }
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

export interface NetDiff {
  readonly added: number;
  readonly removed: number;
  /** Empty where nothing is left of the changes. */
  readonly patch: string;
}

const context = 3;

/**
 * What several patches of one file, each of the file as the one before left it, change together. Null
 * where they do not fit each other: somebody else changed the file between them.
 */
export function netDiff(patches: readonly string[]): NetDiff | null {
  let pieces: readonly Piece[] = [{ kind: 'gap', count: Infinity }];
  for (const patch of patches) {
    const hunks = hunksOf(patch);
    const next = hunks === null ? null : afterHunks(pieces, hunks);
    if (next === null) return null;
    pieces = next;
  }
  const net = settled(pieces);
  const amount = (kind: Piece['kind']) => net.filter((piece) => piece.kind === kind).length;
  return { added: amount('added'), removed: amount('removed'), patch: written(net) };
}

function afterHunks(pieces: readonly Piece[], hunks: readonly Hunk[]): readonly Piece[] | null {
  const from = new Reader(pieces);
  for (const { before, lines } of hunks) {
    if (!from.copyTo(before)) return null;
    for (const { sign, text } of lines) {
      if (sign === '+') from.made.push({ kind: 'added', text });
      else if (!from.take(text, sign === '-')) return null;
    }
  }
  return from.rest();
}

/** Reads the lines of the present file, and makes those of the next. */
class Reader {
  readonly made: Piece[] = [];
  private readonly left: Piece[];
  /** Lines of the present file that were read. */
  private line = 0;

  constructor(pieces: readonly Piece[]) {
    this.left = pieces.toReversed();
  }

  /** Keeps everything up to so many lines of the present file. */
  copyTo(lines: number): boolean {
    while (this.line < lines) {
      const piece = this.left.pop();
      if (piece === undefined) return false;
      if (piece.kind === 'gap') this.copyGap(piece.count, lines - this.line);
      else {
        this.made.push(piece);
        if (piece.kind !== 'removed') this.line++;
      }
    }
    return this.line === lines;
  }

  /** Reads one line of the present file, which has to be this one. */
  take(text: string, isRemoved: boolean): boolean {
    let piece = this.left.pop();
    for (; piece?.kind === 'removed'; piece = this.left.pop()) this.made.push(piece);
    if (piece === undefined) return false;
    this.line++;
    if (piece.kind === 'gap') {
      if (piece.count > 1) this.left.push({ kind: 'gap', count: piece.count - 1 });
      this.made.push({ kind: isRemoved ? 'removed' : 'same', text });
      return true;
    }
    if (piece.text !== text) return false;
    if (!isRemoved) this.made.push(piece);
    else if (piece.kind === 'same') this.made.push({ kind: 'removed', text });
    return true;
  }

  rest(): readonly Piece[] {
    return [...this.made, ...this.left.toReversed()];
  }

  private copyGap(count: number, wanted: number): void {
    const taken = Math.min(count, wanted);
    this.made.push({ kind: 'gap', count: taken });
    this.line += taken;
    if (count > taken) this.left.push({ kind: 'gap', count: count - taken });
  }
}

/** With each place's removed lines before its added ones, and without what came back as it was. */
function settled(pieces: readonly Piece[]): readonly Piece[] {
  const made: Piece[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    made.push(...placeOf(removed, added));
    [removed, added] = [[], []];
  };
  for (const piece of pieces) {
    if (piece.kind === 'removed') removed.push(piece.text);
    else if (piece.kind === 'added') added.push(piece.text);
    else {
      flush();
      made.push(piece);
    }
  }
  flush();
  return made;
}

function placeOf(removed: readonly string[], added: readonly string[]): readonly Piece[] {
  const most = Math.min(removed.length, added.length);
  let first = 0;
  while (first < most && removed[first] === added[first]) first++;
  let last = 0;
  while (last < most - first && removed.at(-1 - last) === added.at(-1 - last)) last++;
  const as = (kind: 'same' | 'removed' | 'added') => (text: string) => ({ kind, text });
  return [
    ...removed.slice(0, first).map(as('same')),
    ...removed.slice(first, removed.length - last).map(as('removed')),
    ...added.slice(first, added.length - last).map(as('added')),
    ...removed.slice(removed.length - last).map(as('same')),
  ];
}

const signs = { same: ' ', removed: '-', added: '+' } as const;

/** As hunks of a unified diff, with as many lines around a change as are known, three at most. */
function written(pieces: readonly Piece[]): string {
  const shown = pieces.map((piece, index) => piece.kind !== 'gap' && isNearChange(pieces, index));
  const lines: string[] = [];
  let hunk: string[] = [];
  let [oldLine, newLine, oldStart, newStart] = [1, 1, 1, 1];
  const flush = () => {
    if (hunk.length === 0) return;
    const [olds, news] = [oldLine - oldStart, newLine - newStart];
    const starts = [olds === 0 ? oldStart - 1 : oldStart, news === 0 ? newStart - 1 : newStart];
    lines.push(`@@ -${starts[0]},${olds} +${starts[1]},${news} @@`, ...hunk);
    hunk = [];
  };
  pieces.forEach((piece, index) => {
    if (!shown[index]) flush();
    else if (hunk.length === 0) [oldStart, newStart] = [oldLine, newLine];
    if (shown[index] && piece.kind !== 'gap') hunk.push(`${signs[piece.kind]}${piece.text}`);
    const amount = piece.kind === 'gap' ? piece.count : 1;
    if (piece.kind !== 'added') oldLine += amount;
    if (piece.kind !== 'removed') newLine += amount;
  });
  flush();
  return lines.join('\n');
}

function isNearChange(pieces: readonly Piece[], index: number): boolean {
  const isChange = (piece: Piece | undefined) =>
    piece?.kind === 'added' || piece?.kind === 'removed';
  for (let step = 0; step <= context && index - step >= 0; step++) {
    if (isChange(pieces[index - step])) return true;
    if (pieces[index - step]?.kind === 'gap') break;
  }
  for (let step = 0; step <= context && index + step < pieces.length; step++) {
    if (isChange(pieces[index + step])) return true;
    if (pieces[index + step]?.kind === 'gap') break;
  }
  return false;
}
