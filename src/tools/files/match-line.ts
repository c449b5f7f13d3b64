import { clip } from '../../platform/text/clip.js';

const shownCharacters = 300;

/** `<path>:<line>: <text>` of a matching line; `-` instead of `:` for a line around one. */
export function matchLine(path: string, index: number, text = '', mark: ':' | '-' = ':'): string {
  return `${path}${mark}${index + 1}${mark} ${clip(text, shownCharacters, '…')}`;
}
