import { clip, clipStart } from '../../platform/text/clip.js';
import { splitsPair } from '../../protocol/rules/clip-texts.js';
import { limits } from '../../protocol/limits.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';

/** Characters of a result that a tool fills itself; the rest is for its headline and its cursor. */
export const pageCharacters = limits.toolResultCharacters - 1000;

/** The same of a page that is read. */
export const readPageCharacters = limits.readResultCharacters - 500;

/** How many of the first lines, joined by line ends, have room in `max` characters. */
export function fittingLines(lines: readonly string[], max = pageCharacters): number {
  let characters = 0;
  for (const [index, line] of lines.entries()) {
    characters += line.length + 1;
    if (characters > max + 1) return index;
  }
  return lines.length;
}

/** The largest count from 1 to `most` whose rendering has room; a larger count never takes less. */
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
  /** Where it begins: no character is split. */
  readonly from: number;
  readonly text: string;
  /** Where the next page begins; null: nothing is left. */
  readonly next: number | null;
  /** Characters after this page. */
  readonly left: number;
}

/** At most `max` characters of a text from an offset on, whole lines unless one is longer than that. */
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

/** Whether a line has no more than `max` characters. */
function hasRoom(text: string, line: number, max: number): boolean {
  return text.length - line <= max || text.slice(line, line + max + 1).includes('\n');
}

/** The page, and after it where the rest can be read. */
export function withCursor({ text, next, left }: TextPage): string {
  return next === null
    ? text
    : `${withoutLineEnd(text)}\n${resultTexts.moreCharacters(left, next)}`;
}

/**
 * The beginning and the end of a text with the number of characters left out between them; at most
 * `max` characters, the note included.
 *
 * @param headShare of the room that the beginning gets.
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
