import { diffWordsWithSpace } from 'diff';
import { blockAt, type LineRow } from './patch-rows.js';

/** Characters of a line, from and up to. */
export type Span = readonly [from: number, to: number];

/** Longer lines, and blocks of more lines, are not compared word by word. */
const mostCharacters = 500;
const mostLines = 60;
/** Largest share of a line that may differ; marks on more of it would help nobody. */
const mostChanged = 0.7;

/** The words that differ between lines and those that took their place, by row. */
export function wordMarks(rows: readonly LineRow[]): ReadonlyMap<LineRow, readonly Span[]> {
  const marks = new Map<LineRow, readonly Span[]>();
  for (let at = 0; at < rows.length;) {
    if (rows[at]?.kind === 'context') {
      at += 1;
      continue;
    }
    const { removed, added } = blockAt(rows, at);
    at += removed.length + added.length;
    if (removed.length > mostLines) continue;
    for (const [index, before] of removed.entries()) {
      const after = added[index];
      if (after !== undefined) markPair(marks, before, after);
    }
  }
  return marks;
}

function markPair(marks: Map<LineRow, readonly Span[]>, before: LineRow, after: LineRow): void {
  if (Math.max(before.text.length, after.text.length) > mostCharacters) return;
  const parts = diffWordsWithSpace(before.text, after.text);
  const spans = { removed: [] as Span[], added: [] as Span[] };
  let [oldAt, newAt, same] = [0, 0, 0];
  for (const { value, removed, added } of parts) {
    if (removed) spans.removed.push([oldAt, oldAt + value.length]);
    else if (added) spans.added.push([newAt, newAt + value.length]);
    else same += value.trim().length;
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
  }
  const shorter = Math.min(before.text.trim().length, after.text.trim().length);
  if (same < shorter * (1 - mostChanged)) return;
  marks.set(before, spans.removed);
  marks.set(after, spans.added);
}
