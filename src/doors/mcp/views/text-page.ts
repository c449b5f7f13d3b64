import { z } from 'zod';
import { RefusedError } from '#platform/errors/office-error.js';
import { clip } from '#platform/text/clip.js';
import { mcpDoorTexts } from '#protocol/texts/mcp-door.js';
import { bounds } from './bounds.js';

/** The argument that turns pages. */
export const pageStart = z
  .int()
  .min(0)
  .default(0)
  .describe('Where to go on: "next" of the answer before.');

export const pageParts = {
  text: z.string(),
  from: z.int(),
  next: z.int().nullable().describe('"from" of the next page; null: this is the end.'),
  total: z.int(),
};

export interface TextPage {
  readonly text: string;
  readonly from: number;
  readonly next: number | null;
  /** Size of the whole, in the unit of `from`. */
  readonly total: number;
}

/** A page of a text, up to an end of a line where one is near. @throws RefusedError */
export function pageOf(text: string, from: number, most: number = bounds.pageCharacters): TextPage {
  refuseBehindEnd(from, text.length);
  const page = wholeLines(clip(text.slice(from), most), text.length - from);
  const next = from + page.length;
  return { text: page, from, next: next < text.length ? next : null, total: text.length };
}

/** @throws RefusedError */
export function refuseBehindEnd(from: number, total: number): void {
  if (from > 0 && from >= total) throw new RefusedError(mcpDoorTexts.behindEnd(from, total));
}

/** Ends a cut text with its last whole line, unless that would lose half of it. */
function wholeLines(cut: string, whole: number): string {
  if (cut.length === whole) return cut;
  const end = cut.lastIndexOf('\n') + 1;
  return end > cut.length / 2 ? cut.slice(0, end) : cut;
}

/** A page of a list; `next` is the offset of the next page, null at the end. */
export function listPage<T>(all: readonly T[], from: number, most: number) {
  const shown = all.slice(from, from + most);
  const end = from + shown.length;
  return { shown, next: end < all.length ? end : null };
}
