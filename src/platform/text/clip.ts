import { splitsPair } from '../../protocol/rules/clip-texts.js';

/**
 * The beginning of a text, at most `max` characters (UTF-16 units), and `marker` if it was cut.
 * Never splits a surrogate pair.
 */
export function clip(text: string, max: number, marker = ''): string {
  if (text.length <= max) return text;
  return copied(text.slice(0, splitsPair(text, max) ? max - 1 : max)) + marker;
}

/** The end of a text, at most `max` characters. Never splits a surrogate pair. */
export function clipStart(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.length - max;
  return copied(text.slice(splitsPair(text, start) ? start + 1 : start));
}

/** How a beginning and an end of a text, and a note of what was left out, become one text. */
export type Join = (
  text: string,
  headEnd: number,
  tailStart: number,
  note: (omitted: number) => string,
) => string;

const joinPlainly: Join = (text, headEnd, tailStart, note) =>
  text.slice(0, headEnd) + note(tailStart - headEnd) + text.slice(tailStart);

/**
 * The beginning and the end of a text in proportion 2 to 1 with a note between them; at most `max`
 * characters without the note.
 *
 * @param note gets the number of characters left out.
 */
export function clipMiddle(
  text: string,
  max: number,
  note: (omitted: number) => string,
  join = joinPlainly,
): string {
  if (text.length <= max) return text;
  const head = clip(text, Math.ceil((max * 2) / 3));
  const tail = clipStart(text, max - head.length);
  return copied(join(text, head.length, text.length - tail.length, note));
}

/** Share of a text; less is not worth a cut. */
const leastSaved = 0.1;

/**
 * Like `clipMiddle`, but cut at ends of lines, or between words where a line is long, and only where
 * more than a tenth is saved.
 */
export function clipLines(
  text: string,
  max: number,
  note: (omitted: number) => string,
  join = joinPlainly,
): string {
  const most = text.length * (1 - leastSaved);
  if (max >= most) return text;
  const head = wholeLines(text, Math.ceil((max * 2) / 3));
  const tail = wholeLinesAtEnd(text, text.length - (max - head.length));
  const cut = copied(join(text, head.length, text.length - tail.length, note));
  return cut.length < most ? cut : text;
}

/**
 * The beginning of a text up to an end of a line, with a note of what was left out; at most `max`
 * characters without the note.
 */
export function clipToLine(text: string, max: number, note: (omitted: number) => string): string {
  if (text.length <= max) return text;
  const head = wholeLines(text, max);
  return head + note(text.length - head.length);
}

/** Share of the allowed length that may be given up so that a line or word ends there. */
const lostToEnd = 0.5;

/** The beginning of a text, cut between words, and the marker; at most `max` characters with it. */
export function clipWords(text: string, max: number, marker: string): string {
  if (text.length <= max) return text;
  const place = max - marker.length;
  const end = text.lastIndexOf(' ', place);
  return clip(text, end >= place * lostToEnd ? end : place) + marker;
}

/** The beginning up to the last end of a line before the place, without that end. */
function wholeLines(text: string, place: number): string {
  if (text[place] === '\n') return copied(text.slice(0, place));
  const head = clip(text, place);
  const end = [head.lastIndexOf('\n'), head.lastIndexOf(' ')].find(
    (at) => at >= head.length * lostToEnd,
  );
  return end === undefined ? head : clip(head, end);
}

/** The end of a text from the first line that begins behind the place. */
function wholeLinesAtEnd(text: string, place: number): string {
  if (text[place - 1] === '\n') return copied(text.slice(place));
  const tail = clipStart(text, text.length - place);
  const start = [tail.indexOf('\n'), tail.indexOf(' ')].find(
    (at) => at >= 0 && at < tail.length * lostToEnd,
  );
  return start === undefined ? tail : clipStart(tail, tail.length - start - 1);
}

/** A slice keeps the whole original text in memory, so it is copied. */
function copied(slice: string): string {
  return structuredClone(slice);
}
