import { withPlainEnds } from './line-ends.js';
import { formsIn, holdsHidden, ShownText } from './shown-text.js';

/** A range of positions in a text. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** More replacements amount to a new file. */
export const maxPlaces = 100_000;

/** The places of a part in a text. */
export interface Places {
  /** The text in the form in which it was compared. */
  readonly shown: ShownText;
  /** The searched text. */
  readonly part: string;
  /** Positions in the shown text, ascending, without overlaps; of too many only the first. */
  readonly starts: readonly number[];
  /** The number of all such positions. */
  readonly replaceable: number;
  /** Including overlapping places: more than one is ambiguous. */
  readonly count: number;
}

/**
 * Finds a part in a text. Its line ends match those of the text, and its spellings match the
 * character or the spelling itself, so everything that a reader was shown is found. A part that
 * contains such a character itself matches only that.
 */
export function findPlaces(text: string, part: string): Places {
  const plain = withPlainEnds(part);
  const isSpelled = formsIn(plain).length > 0 && !holdsHidden(plain);
  // A lone carriage return may be half of a line end.
  const isLiteral = !isSpelled && !part.includes('\n');
  const wanted = isLiteral ? part : plain;
  const shown = new ShownText(text, isSpelled ? 'all' : isLiteral ? 'nothing' : 'ends');
  const [first, last] = [shown.cursor(), shown.cursor()];
  const starts: number[] = [];
  let count = 0;
  let replaceable = 0;
  let behind = 0;
  eachOccurrence(shown.text, wanted, (at) => {
    const end = at + wanted.length;
    if (first.originalOf(at) === null || last.originalOf(end) === null) return;
    count += 1;
    if (at < behind) return;
    replaceable += 1;
    if (replaceable <= maxPlaces) starts.push(at);
    behind = end;
  });
  return { shown, part: wanted, starts, replaceable, count };
}

/** The places as ranges of the original text. */
export function rangesOf({ shown, part, starts }: Places): readonly TextRange[] {
  const [first, last] = [shown.cursor(), shown.cursor()];
  return starts.map((at) => ({
    start: first.originalOf(at) ?? 0,
    end: last.originalOf(at + part.length) ?? 0,
  }));
}

/**
 * Calls `each` for every occurrence of a part, ascending, including overlapping ones. Linear in the
 * text, whatever the part.
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

/** The prefix function of Knuth, Morris and Pratt. */
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
