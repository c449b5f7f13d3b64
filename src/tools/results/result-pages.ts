import { clip, clipStart } from '../../platform/text/clip.js';
import { splitsPair } from '../../protocol/rules/clip-texts.js';
import { limits } from '../../protocol/limits.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';

/** Characters that a tool fills itself; the rest is for the headline and the cursor. */
export const pageCharacters = limits.toolResultCharacters - 1000;

/** The same for a page that is read. */
export const readPageCharacters = limits.readResultCharacters - 500;

/** Number of first lines that fit into `max` characters when joined. */
export function fittingLines(lines: readonly string[], max = pageCharacters): number {
  let characters = 0;
  for (const [index, line] of lines.entries()) {
    characters += line.length + 1;
    if (characters > max + 1) return index;
  }
  return lines.length;
}

/**
 * The largest count from 1 to `most` whose rendering fits; renderings must not shrink with the
 * count.
 */
export function fittingCount(
  most: number,
  render: (count: number) => string,
  max = pageCharacters,
): number {
  let [fits, tooMany] = [1, most + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (render(middle).length <= max) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

interface TextPage {
  /** Start offset; never inside a character. */
  readonly from: number;
  readonly text: string;
  /** Start of the next page; null: this is the last. */
  readonly next: number | null;
  /** Characters after this page. */
  readonly left: number;
}

/** At most `max` characters of a text from an offset, in whole lines unless one is longer. */
export function textPage(text: string, offset: number, max = pageCharacters): TextPage {
  const start = Math.min(splitsPair(text, offset) ? offset - 1 : offset, text.length);
  if (text.length - start <= max) {
    return { from: start, text: text.slice(start), next: null, left: 0 };
  }
  const hard = splitsPair(text, start + max) ? start + max - 1 : start + max;
  const line = text.lastIndexOf('\n', hard - 1) + 1;
  const end = line > start && hasRoom(text, line, max) ? line : hard;
  return { from: start, text: text.slice(start, end), next: end, left: text.length - end };
}

/** True if a line has at most `max` characters. */
function hasRoom(text: string, line: number, max: number): boolean {
  return text.length - line <= max || text.slice(line, line + max + 1).includes('\n');
}

/** The page, followed by where to read the rest. */
export function withCursor({ text, next, left }: TextPage): string {
  return next === null
    ? text
    : `${withoutLineEnd(text)}\n${resultTexts.moreCharacters(left, next)}`;
}

/**
 * The beginning and end of a text with the number of omitted characters between them; at most `max`
 * characters including the note.
 *
 * @param headShare share of the beginning.
 */
export function bothEnds(text: string, max: number, headShare: number): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - resultTexts.leftOut(text.length).length - 2);
  const head = clip(text, Math.floor(room * headShare));
  const tail = clipStart(text, room - head.length);
  const omitted = text.length - head.length - tail.length;
  return `${head}\n${resultTexts.leftOut(omitted)}\n${tail}`;
}

function withoutLineEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
