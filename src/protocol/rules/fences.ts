import { hookBriefTexts } from '../texts/hook-brief.js';

const opening = '<untrusted-content source=';
const closing = '</untrusted-content>';

/** Foreign text between fences. @param label only letters, digits and `_.:-` */
export function inFence(label: string, text: string): string {
  return `${opening}${label}>\n${text}\n${closing}`;
}

/** The text without what is fenced in it; a fence that nothing closes reaches to the end. */
export function withoutFenced(text: string): string {
  const parts: string[] = [];
  for (let from = 0; ;) {
    const start = text.indexOf(opening, from);
    if (start < 0) return [...parts, text.slice(from)].join('');
    parts.push(text.slice(from, start));
    const end = text.indexOf(closing, start);
    if (end < 0) return parts.join('');
    from = end + closing.length;
  }
}

/** What a brief asks for: without what others sent beside it, unless it holds nothing else. */
export function askedIn(brief: string): string {
  if (!brief.includes(opening)) return brief;
  const asked = withoutFenced(brief).replaceAll(hookBriefTexts.beside, '').trim();
  return asked === '' ? brief : asked;
}

/** A fence that a place of a text lies in. */
interface OpenFence {
  /** Where it begins. */
  readonly at: number;
  readonly opening: string;
  readonly closing: string;
}

interface Place {
  /** Where the text can be cut: not inside the mark of a fence. */
  readonly at: number;
  /** The fences around it, the outermost first. */
  readonly open: readonly OpenFence[];
}

/** Beginnings and ends of fences: of the office, and of what forges send. */
const marks =
  /<untrusted-content source=[\w.:-]*>\n?|\n?<\/untrusted-content>|^`{3,}(?:text\n|$)/gm;

/**
 * A place where a text can be cut, and the fences that it lies in.
 * @param side which way a place inside a mark moves
 */
export function fencesAt(text: string, at: number, side: 'back' | 'on'): Place {
  const open: OpenFence[] = [];
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (index >= at) break;
    const end = index + mark.length;
    if (side === 'back' && end > at) return { at: index, open };
    const top = open.at(-1);
    const bare = mark.trim();
    if (bare === top?.closing) open.pop();
    else if (bare.startsWith(opening)) open.push({ at: index, opening: bare, closing });
    else if (mark.endsWith('text\n') && top === undefined) {
      open.push({ at: index, opening: bare, closing: bare.slice(0, -'text'.length) });
    }
    if (end > at) return { at: end, open };
  }
  return { at, open };
}
