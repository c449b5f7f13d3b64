import { endsOf, withEnds, withEndsOf, withPlainEnds, type LineEnd } from './line-ends.js';
import type { Places } from './find-text.js';
import { formsIn, ShownText, type Form, type ShownCursor } from './shown-text.js';

/** The meaning of a spelling in a new text. */
type Kind = 'character' | 'literal';

/** A new text, or the spelling whose meaning is unclear. */
type Replaced = { readonly text: string } | { readonly unclear: string };

/**
 * Replaces each place. Common beginnings and ends of place and replacement stay unchanged, so
 * replacing a place by itself changes nothing. The rest gets the text's line ends, and its
 * spellings keep their meaning in the place: the character or the spelling itself.
 */
export function replacePlaces(text: string, places: Places, replacement: string): Replaced {
  const { shown, part, starts } = places;
  const change = new Change(text, shown, part, replacement, true);
  const parts: string[] = [];
  let at = 0;
  for (const start of starts) {
    const changed = change.at(start);
    if ('unclear' in changed) return changed;
    parts.push(text.slice(at, changed.start), changed.text);
    at = changed.end;
  }
  return { text: parts.join('') + text.slice(at) };
}

/**
 * Length of the text after replacing each place; line ends of part and replacement count as one.
 */
export function lengthAfter(text: string, places: Places, replacement: string): number {
  return text.length + places.replaceable * (replacement.length - places.part.length);
}

/**
 * The first spelling that a replacement writes as letters although the text contains the character,
 * and the part does not show which is meant. Null: none.
 */
export function lettersWritten(text: string, places: Places, replacement: string): string | null {
  if (formsIn(places.part).length > 0) return null;
  return formsIn(replacement).find(({ meant }) => text.includes(meant))?.text ?? null;
}

/**
 * Rewrites a whole text, like `replacePlaces`; but with the most frequent line end throughout, and
 * with unknown spellings as letters. Written as it was shown, it is unchanged.
 */
export function rewritten(text: string, replacement: string): Replaced {
  const showing = formsIn(replacement).length > 0 ? 'all' : 'ends';
  if (new ShownText(text, showing).text === withPlainEnds(replacement)) return { text };
  const even = withEndsOf(text, text);
  const shown = new ShownText(even, showing);
  const changed = new Change(even, shown, shown.text, replacement, false).at(0);
  if ('unclear' in changed) return changed;
  return { text: even.slice(0, changed.start) + changed.text + even.slice(changed.end) };
}

/** The replacement of one part at ascending places. */
class Change {
  private readonly firsts: ShownCursor;
  private readonly lasts: ShownCursor;
  private readonly kinds: ShownCursor;
  private readonly wanted: string;
  private readonly before: number;
  private readonly behind: number;
  private readonly forms: readonly Form[];
  private readonly ends: LineEnd | null;

  /** @param guesses true if a spelling that the part lacks is interpreted like those it has */
  constructor(
    text: string,
    shown: ShownText,
    private readonly part: string,
    replacement: string,
    private readonly guesses: boolean,
  ) {
    this.ends = endsOf(text);
    this.wanted = this.ends === null ? replacement : withPlainEnds(replacement);
    this.before = sameBefore(part, this.wanted);
    this.behind = sameBehind(part, this.wanted, this.before);
    this.forms = formsIn(part);
    [this.firsts, this.lasts, this.kinds] = [shown.cursor(), shown.cursor(), shown.cursor()];
  }

  at(start: number): { start: number; end: number; text: string } | { unclear: string } {
    const { firsts, lasts, part, wanted } = this;
    const first = firsts.floor(start + this.before);
    const last = lasts.ceiling(start + part.length - this.behind);
    const middle = wanted.slice(first - start, wanted.length - (start + part.length - last));
    const written = this.resolved(withEnds(middle, this.ends), start, first, last);
    if (typeof written !== 'string') return written;
    return {
      start: firsts.originalOf(first) ?? 0,
      end: lasts.originalOf(last) ?? 0,
      text: written,
    };
  }

  /** The middle of the replacement with its spellings resolved. */
  private resolved(
    middle: string,
    start: number,
    first: number,
    last: number,
  ): string | { unclear: string } {
    const forms = this.forms.length > 0 ? formsIn(middle) : [];
    if (forms.length === 0) return middle;
    const changed = new Kinds();
    const whole = new Kinds();
    for (const { start: offset, text } of this.forms) {
      const at = start + offset;
      const kind = this.kinds.isOtherwise(at) ? 'character' : 'literal';
      whole.add(text, kind);
      if (first <= at && at < last) changed.add(text, kind);
    }
    const parts: string[] = [];
    let end = 0;
    for (const { start: at, text, meant } of forms) {
      const kind = changed.of(text) ?? whole.of(text) ?? (this.guesses ? whole.all : 'literal');
      if (kind === 'both') return { unclear: text };
      parts.push(middle.slice(end, at), kind === 'character' ? meant : text);
      end = at + text.length;
    }
    return parts.join('') + middle.slice(end);
  }
}

/** The meanings of a text's spellings. */
class Kinds {
  all: Kind | 'both' = 'literal';
  private readonly kinds = new Map<string, Kind | 'both'>();

  add(spelling: string, kind: Kind): void {
    this.all = this.kinds.size === 0 ? kind : merged(this.all, kind);
    this.kinds.set(spelling, merged(this.kinds.get(spelling) ?? kind, kind));
  }

  of(spelling: string): Kind | 'both' | undefined {
    return this.kinds.get(spelling);
  }
}

function merged(known: Kind | 'both', kind: Kind): Kind | 'both' {
  return known === kind ? known : 'both';
}

/** Length of the common beginning. */
function sameBefore(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  return same;
}

/** Length of the common end, after the common beginning. */
function sameBehind(one: string, other: string, before: number): number {
  const most = Math.min(one.length, other.length) - before;
  let same = 0;
  while (
    same < most &&
    one.charCodeAt(one.length - 1 - same) === other.charCodeAt(other.length - 1 - same)
  )
    same += 1;
  return same;
}
