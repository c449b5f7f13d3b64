import { RefusedError } from '../../platform/errors/office-error.js';
import {
  characterOf,
  spelled,
  spellingForm,
  unseenCharacter,
} from '../../platform/text/spelling.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { fenceBracket } from '../fence-untrusted.js';
import { withPlainEnds } from './line-ends.js';

const anyCase = [...'untrusted-content'].map((letter) =>
  letter === '-' ? letter : `[${letter}${letter.toUpperCase()}]`,
);

/** Pattern source for the rest of a fence after its bracket, in one line of sanitised text. */
const fenceBehindBracket = String.raw`[ \t\u3000]*(?:/[ \t\u3000]*)?${anyCase.join('')}`;

/** Limit of spelled characters while a text is changed. */
const mostHidden = 200_000;

/** How a text is shown: as it is, with line feeds as line ends, or with spellings too. */
type Showing = 'nothing' | 'ends' | 'all';

const bracket = `<(?=${fenceBehindBracket})`;
const returns = /\r\n/g;
const hiddenOnes = new RegExp(`${bracket}|${unseenCharacter}`, 'gu');
const otherwise = new RegExp(`\\r\\n|${bracket}|${unseenCharacter}`, 'gu');
const hidden = new RegExp(`${bracket}|(?!\\r\\n)${unseenCharacter}`, 'u');
const form = new RegExp(`${spellingForm.source}|${fenceBracket}(?=${fenceBehindBracket})`, 'g');

/** A spelling, or a possible one, in a shown text. */
export interface Form {
  readonly start: number;
  readonly text: string;
  /** The character that it stands for. */
  readonly meant: string;
}

/** True if a text contains characters that are shown in another form, line ends aside. */
export function holdsHidden(text: string): boolean {
  return hidden.test(text);
}

export function formsIn(text: string): readonly Form[] {
  return [...text.matchAll(form)].flatMap(({ 0: found, index }) => {
    const meant = found === fenceBracket ? '<' : characterOf(found);
    return meant === null ? [] : [{ start: index, text: found, meant }];
  });
}

/**
 * A text as shown to a reader. A cursor maps positions back to the original without a table,
 * because a text may consist of line ends only.
 */
export class ShownText {
  readonly text: string;
  private readonly pattern: RegExp | null;

  /** @throws RefusedError if it has too many spelled characters */
  constructor(
    private readonly original: string,
    showing: Showing,
  ) {
    this.pattern = { nothing: null, ends: returns, all: otherwise }[showing];
    const plain = showing === 'nothing' ? original : withPlainEnds(original);
    this.text = showing === 'all' ? plain.replace(hiddenOnes, counted(shownAs)) : plain;
  }

  cursor(): ShownCursor {
    return new ShownCursor(this.original, this.pattern && new RegExp(this.pattern));
  }
}

/** A stretch shown in another form: its ranges in the shown and in the original text. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly originalStart: number;
  readonly originalEnd: number;
}

const beginning: Stretch = { start: 0, end: 0, originalStart: 0, originalEnd: 0 };

/** Maps ascending positions of a shown text. */
export class ShownCursor {
  private last = beginning;
  private next: Stretch | null;

  constructor(
    private readonly original: string,
    private readonly pattern: RegExp | null,
  ) {
    this.next = this.behind(beginning);
  }

  /** Position in the original; null inside a stretch shown in another form. */
  originalOf(position: number): number | null {
    const { start, end, originalStart, originalEnd } = this.seek(position);
    if (position === start) return originalStart;
    return position < end ? null : originalEnd + position - end;
  }

  /** True if such a stretch begins here. */
  isOtherwise(position: number): boolean {
    const { start, end } = this.seek(position);
    return position === start && start < end;
  }

  /** The nearest mappable position at or before this one. */
  floor(position: number): number {
    const { start, end } = this.seek(position);
    return position < end ? start : position;
  }

  /** The nearest mappable position at or after this one. */
  ceiling(position: number): number {
    const { start, end } = this.seek(position);
    return position > start ? Math.max(position, end) : position;
  }

  /** The last stretch that begins at or before the position. */
  private seek(position: number): Stretch {
    while (this.next !== null && this.next.start <= position) {
      this.last = this.next;
      this.next = this.behind(this.last);
    }
    return this.last;
  }

  private behind({ end, originalEnd }: Stretch): Stretch | null {
    const found = this.pattern?.exec(this.original);
    if (!found) return null;
    const start = end + found.index - originalEnd;
    return {
      start,
      end: start + shownAs(found[0]).length,
      originalStart: found.index,
      originalEnd: found.index + found[0].length,
    };
  }
}

function shownAs(found: string): string {
  if (found === '\r\n') return '\n';
  return found === '<' ? fenceBracket : spelled(found);
}

function counted(shown: (found: string) => string): (found: string) => string {
  let count = 0;
  return (found) => {
    count += 1;
    if (count > mostHidden) throw new RefusedError(toolTexts.tooMuchHidden(mostHidden));
    return shown(found);
  };
}
