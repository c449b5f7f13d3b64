import { clip } from '../../platform/text/clip.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';

const ellipsis = '…';

/**
 * A text of a widget: without what acts on its reader, trimmed, and cut to `max` characters, the last
 * of which says so. Undefined for anything that is no text or has nothing left.
 */
export function cleanText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = sanitizeOutput(clip(value.trim(), 4 * max)).trim();
  if (text === '') return undefined;
  return text.length > max ? clip(text, max - ellipsis.length, ellipsis) : text;
}
