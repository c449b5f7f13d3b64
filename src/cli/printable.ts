import { clip } from '../platform/text/clip.js';

/**
 * Text from models, tools and files on its way to a terminal. Control characters could move the
 * cursor or recolour what is shown, and direction marks could make a command read as another one;
 * both are made visible. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\uFFFD');
}

/** The beginning of a text on one line; the mark of a cut comes on top of the length. */
export function excerpt(text: string, length: number): string {
  return clip(printable(text).replace(/\s+/g, ' ').trim(), length, '…');
}

/** Every line of a text, moved to the right. */
export function indented(text: string, indent: string): string[] {
  return printable(text)
    .trimEnd()
    .split('\n')
    .map((line) => indent + line);
}
