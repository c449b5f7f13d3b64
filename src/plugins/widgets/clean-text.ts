import { clip } from '../../platform/text/clip.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';

const ellipsis = '…';

/**
 * A widget's text: sanitised, trimmed, and cut to `max` characters with a mark. Undefined if it is
 * empty or not text.
 */
export function cleanText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = sanitizeOutput(clip(value.trim(), 4 * max)).trim();
  if (text === '') return undefined;
  return text.length > max ? clip(text, max - ellipsis.length, ellipsis) : text;
}
