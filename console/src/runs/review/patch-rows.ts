import type { ChangeSide } from '#protocol/records/enums.js';
import { readablePatch } from '#protocol/rules/readable-patch.js';
import { plural } from '../../app/format.js';

/** Maximum number of shown characters per line; a generated file can be one line. */
const lineLength = 2000;

/** A line of a change, with its numbers on both sides; null: it is not on that side. */
export interface LineRow {
  readonly kind: 'context' | 'added' | 'removed';
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
}

/** Lines that a patch leaves out; null for `to`: up to the end of the file. */
export interface Gap {
  readonly oldFrom: number;
  readonly newFrom: number;
  readonly lines: number | null;
}

export interface Hunk {
  /** The lines left out before it; null: none. */
  readonly before: Gap | null;
  readonly rows: readonly LineRow[];
}

export interface FilePatch {
  readonly hunks: readonly Hunk[];
  /** Lines that may follow the last hunk; null: none do. */
  readonly after: Gap | null;
  /** Remarks of the patch that are no lines of the file. */
  readonly notes: readonly string[];
}

/** Unchanged lines after a change in a patch; if there are fewer, the file ends there. */
const contextLines = 3;

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the patch of one file, which may be cut off. */
export function filePatch(patch: string): FilePatch {
  const hunks: Hunk[] = [];
  const notes: string[] = [];
  let [oldAt, newAt] = [1, 1];
  let rows: LineRow[] | null = null;
  for (const line of readablePatch(patch).replace(/\n$/, '').split('\n')) {
    const [, oldStart, oldCount, newStart, newCount] = header.exec(line) ?? [];
    if (oldStart !== undefined) {
      // For a side without lines, a hunk's header names the line before it.
      const oldFrom = Number(oldStart) + (oldCount === '0' ? 1 : 0);
      const newFrom = Number(newStart) + (newCount === '0' ? 1 : 0);
      rows = [];
      hunks.push({ before: gapBetween(oldAt, newAt, newFrom - newAt), rows });
      [oldAt, newAt] = [oldFrom, newFrom];
    } else if (rows === null || line.startsWith('diff --git ')) {
      // A file replaced by a link, or the reverse, has two sections.
      if (rows !== null) [rows, oldAt, newAt] = [null, 1, 1];
      if (isNote(line)) notes.push(line);
    } else if (line.startsWith('\\')) {
      notes.push(line.slice(2));
    } else {
      const row = rowOf(line, oldAt, newAt);
      rows.push(row);
      if (row.old !== null) oldAt += 1;
      if (row.new !== null) newAt += 1;
    }
  }
  const after = rows === null || endsFile(rows) ? null : gapAt(oldAt, newAt, null);
  return { hunks, after, notes };
}

function endsFile(rows: readonly LineRow[]): boolean {
  const last = rows.slice(-contextLines);
  return last.length < contextLines || last.some(({ kind }) => kind !== 'context');
}

const told = /^(?:index|diff|---|\+\+\+|(?:new|deleted) file mode) ?/;

function isNote(line: string): boolean {
  return line !== '' && !told.test(line);
}

function gapBetween(oldFrom: number, newFrom: number, lines: number): Gap | null {
  return lines > 0 ? gapAt(oldFrom, newFrom, lines) : null;
}

function gapAt(oldFrom: number, newFrom: number, lines: number | null): Gap {
  return { oldFrom, newFrom, lines };
}

function rowOf(line: string, oldAt: number, newAt: number): LineRow {
  const text = shortened(line.slice(1));
  if (line.startsWith('+')) return { kind: 'added', old: null, new: newAt, text };
  if (line.startsWith('-')) return { kind: 'removed', old: oldAt, new: null, text };
  return { kind: 'context', old: oldAt, new: newAt, text };
}

export function shortened(line: string): string {
  const more = line.length - lineLength;
  return more <= 0 ? line : `${line.slice(0, lineLength)} … ${plural(more, 'more character')}`;
}

/** The lines of a gap once they are known. */
export function gapRows({ oldFrom, newFrom }: Gap, lines: readonly string[]): readonly LineRow[] {
  return lines.map((text, index) => ({
    kind: 'context',
    old: oldFrom + index,
    new: newFrom + index,
    text: shortened(text),
  }));
}

/** One row of two columns; null: that side is empty. */
export interface RowPair {
  readonly left: LineRow | null;
  readonly right: LineRow | null;
}

/** Rows in two columns: removed lines beside the added ones that follow them. */
export function sideBySide(rows: readonly LineRow[]): readonly RowPair[] {
  const pairs: RowPair[] = [];
  for (let at = 0; at < rows.length;) {
    const row = rows[at];
    if (row?.kind === 'context') {
      pairs.push({ left: row, right: row });
      at += 1;
      continue;
    }
    const { removed, added } = blockAt(rows, at);
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      pairs.push({ left: removed[index] ?? null, right: added[index] ?? null });
    }
    at += removed.length + added.length;
  }
  return pairs;
}

/** Removed lines and the added ones that follow them. */
export function blockAt(
  rows: readonly LineRow[],
  at: number,
): { readonly removed: readonly LineRow[]; readonly added: readonly LineRow[] } {
  const removedTo = endOf(rows, at, 'removed');
  return {
    removed: rows.slice(at, removedTo),
    added: rows.slice(removedTo, endOf(rows, removedTo, 'added')),
  };
}

function endOf(rows: readonly LineRow[], from: number, kind: LineRow['kind']): number {
  let at = from;
  while (rows[at]?.kind === kind) at += 1;
  return at;
}

/** The place of a line as comments name it: removed lines on the old side. */
export function placeOf(row: LineRow): { readonly side: ChangeSide; readonly line: number } {
  return row.new === null ? { side: 'old', line: row.old ?? 1 } : { side: 'new', line: row.new };
}
