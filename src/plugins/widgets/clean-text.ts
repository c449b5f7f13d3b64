import { clip } from '../../platform/text/clip.js';

/** All control characters but tab and newline. */
const controls = /[^\P{Cc}\t\n]/gu;

const ellipsis = '…';

/**
 * A text of a widget: without control characters, trimmed, and cut to `max` characters, the last
 * of which says so. Undefined for anything that is no text or has nothing left.
 */
export function cleanText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(controls, '').trim();
  if (text === '') return undefined;
  return text.length > max ? clip(text, max - ellipsis.length, ellipsis) : text;
}
