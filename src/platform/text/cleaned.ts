import { clip } from './clip.js';
import { sanitizeOutput } from './sanitize-output.js';

/** What may be taken out of a text before less is shown of it than there would be room for. */
const spare = 4;

/**
 * Foreign text as it may be shown: sanitised, at most `max` characters, and `marker` when something
 * was cut. It is cut generously before it is cleaned as well, so the work is bounded by what is
 * kept, however long the text is.
 */
export function cleaned(text: string, max: number, marker = ''): string {
  const beginning = clip(text, spare * max);
  const clean = clip(sanitizeOutput(beginning), max, marker);
  return clean.endsWith(marker) || beginning.length === text.length ? clean : clean + marker;
}
