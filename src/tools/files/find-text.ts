import { eachOccurrence } from './occurrences.js';
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
