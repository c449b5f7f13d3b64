import { clip } from '../platform/text/clip.js';

/**
 * Makes foreign text safe for a terminal: control characters could move the cursor or recolour
 * text, and direction marks could disguise a command; both are made visible. Line breaks and tabs
 * stay.
 */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\uFFFD');
}

/** The beginning of a text on one line; the cut mark is added to the length. */
export function excerpt(text: string, length: number): string {
  return clip(printable(text).replace(/\s+/g, ' ').trim(), length, '…');
}

/** The lines of a text, indented. */
export function indented(text: string, indent: string): string[] {
  return printable(text)
    .trimEnd()
    .split('\n')
    .map((line) => indent + line);
}
