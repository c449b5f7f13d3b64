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

/**
 * The beginning and the end of a text in proportion 2 to 1 with a note between them; at most `max`
 * characters without the note.
 *
 * @param note gets the number of characters left out.
 */
export function clipMiddle(text: string, max: number, note: (omitted: number) => string): string {
  if (text.length <= max) return text;
  const head = clip(text, Math.ceil((max * 2) / 3));
  const tail = clipStart(text, max - head.length);
  return head + note(text.length - head.length - tail.length) + tail;
}

/** A slice keeps the whole original text in memory, so it is copied. */
function copied(slice: string): string {
  return structuredClone(slice);
}
