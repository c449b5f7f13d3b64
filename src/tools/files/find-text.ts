import { withPlainEnds } from './line-ends.js';
import { formsIn, holdsHidden, ShownText } from './shown-text.js';

/** A part of a text, as positions in it. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a part occurs in a text. */
export interface Places {
  /** The text as the part was compared with it. */
  readonly shown: ShownText;
  /** What was looked for in it. */
  readonly part: string;
  /** Positions in the shown text, ascending, without overlaps. */
  readonly starts: readonly number[];
  /** Overlapping places too: with more than one it is not clear which is meant. */
  readonly count: number;
}

/**
 * Where a part occurs in a text. The line ends of the part stand for those of the text, and what is
 * spelled in it for the character or for the spelling itself: whatever a reader was shown of the
 * text is found in it. A part that holds such a character itself means nothing else.
 */
export function findPlaces(text: string, part: string): Places {
  const plain = withPlainEnds(part);
  const isSpelled = formsIn(plain).length > 0 && !holdsHidden(plain);
  // A return alone may be half of a line end.
  const isLiteral = !isSpelled && !part.includes('\n');
  const wanted = isLiteral ? part : plain;
  const shown = new ShownText(text, isSpelled ? 'all' : isLiteral ? 'nothing' : 'ends');
  const [first, last] = [shown.cursor(), shown.cursor()];
  const starts: number[] = [];
  let count = 0;
  let behind = 0;
  eachOccurrence(shown.text, wanted, (at) => {
    const end = at + wanted.length;
    if (first.originalOf(at) === null || last.originalOf(end) === null) return;
    count += 1;
    if (at < behind) return;
    starts.push(at);
    behind = end;
  });
  return { shown, part: wanted, starts, count };
}

/** The places as ranges of the text itself. */
export function rangesOf({ shown, part, starts }: Places): readonly TextRange[] {
  const [first, last] = [shown.cursor(), shown.cursor()];
  return starts.map((at) => ({
    start: first.originalOf(at) ?? 0,
    end: last.originalOf(at + part.length) ?? 0,
  }));
}

/**
 * Calls `each` with every place where a part begins in a text, ascending, those too that overlap.
 * Each character of the text is looked at once, whatever the two are made of.
 */
export function eachOccurrence(text: string, part: string, each: (at: number) => void): void {
  if (part === '' || part.length > text.length) return;
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched < part.length) continue;
    each(at + 1 - matched);
    matched = borders[matched - 1] ?? 0;
  }
}

/** For each beginning of the part, how much of it ends as the part begins (Knuth, Morris and Pratt). */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let border = 0;
  for (let at = 1; at < part.length; at += 1) {
    const unit = part.charCodeAt(at);
    while (border > 0 && part.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
    if (part.charCodeAt(border) === unit) border += 1;
    borders[at] = border;
  }
  return borders;
}
