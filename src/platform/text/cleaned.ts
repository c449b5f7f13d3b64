import { clip } from './clip.js';
import { sanitizeOutput } from './sanitize-output.js';

/** Characters that cleaning may remove before the shown text becomes shorter than the limit. */
const spare = 4;

/** Foreign text on one line, so that it cannot imitate the text around it. */
export function inOneLine(text: string): string {
  return sanitizeOutput(text).replace(/\s+/g, ' ').trim();
}

/**
 * Foreign text for display: sanitised, at most `max` characters, and `marker` if it was cut. It is
 * also cut before cleaning, with some margin, so the cost is bounded whatever its length.
 */
export function cleaned(text: string, max: number, marker = ''): string {
  const beginning = clip(text, spare * max);
  const clean = clip(sanitizeOutput(beginning), max, marker);
  return clean.endsWith(marker) || beginning.length === text.length ? clean : clean + marker;
}
