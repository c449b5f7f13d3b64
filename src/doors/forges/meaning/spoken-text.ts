/** State at the end of a line of Markdown. */
interface Open {
  /** The mark that would end the open code fence. */
  fence: string | null;
  /** Inside an HTML comment. */
  isComment: boolean;
  isList: boolean;
  /** Whether the previous line was blank, or indented code. */
  isAfterBlank: boolean;
}

const comment = { begins: '<!--', ends: '-->' } as const;

/** The text that a reader of Markdown is told: without code, quotations and HTML comments. */
export function spokenText(text: string): string {
  const open: Open = { fence: null, isComment: false, isList: false, isAfterBlank: true };
  const lines = text.split(/\r?\n/).map((line) => spokenLine(line, open));
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map(withoutCode)
    .join('\n\n');
}

/** The line without hidden or quoted parts; empty if nothing is left. */
function spokenLine(line: string, open: Open): string {
  const said = open.isComment ? '' : (outsideOfBlocks(line, open) ?? '');
  const shown = open.fence === null ? withoutComments(open.isComment ? line : said, open) : '';
  return shown.trim() === '' ? '' : shown;
}

/** The line outside of blocks; null: it belongs to a code block or a quotation. */
function outsideOfBlocks(line: string, open: Open): string | null {
  const mark = /^(?:\s|[-+*]\s|\d{1,9}[.)]\s){0,20}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
  if (open.fence !== null) {
    const isEnd = mark?.startsWith(open.fence) === true && line.trim() === mark;
    if (isEnd) open.fence = null;
    return null;
  }
  if (mark !== null && !isSpan(line, mark)) {
    open.fence = mark;
    open.isAfterBlank = true;
    return null;
  }
  if (isIndentedCode(line, open)) return null;
  return /^\s*>/.test(line) ? null : line;
}

/** True if three backticks begin code within the line, not a fence. */
function isSpan(line: string, mark: string): boolean {
  return mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`');
}

/** Text that is indented after a blank line is code, except in lists. */
function isIndentedCode(line: string, open: Open): boolean {
  const isBlank = line.trim() === '';
  const isIndented = /^(?: {4}| {0,3}\t)/.test(line);
  if (/^\s*(?:[-+*]|\d{1,9}[.)])\s/.test(line)) open.isList ||= !isIndented;
  else if (open.isAfterBlank && !isBlank && !/^\s/.test(line)) open.isList = false;
  const isCode = isIndented && open.isAfterBlank && !open.isList;
  open.isAfterBlank = isBlank || isCode;
  return isCode;
}

function withoutComments(line: string, open: Open): string {
  let shown = '';
  let at = 0;
  while (at < line.length) {
    const sought = open.isComment ? comment.ends : comment.begins;
    const found = line.indexOf(sought, at);
    const end = found < 0 ? line.length : found;
    if (!open.isComment) shown += line.slice(at, end);
    if (found >= 0) open.isComment = !open.isComment;
    at = found < 0 ? end : found + sought.length;
  }
  return shown;
}

/**
 * Removes code spans, which begin and end with equally long runs of backticks, and leaves one
 * backtick in place of each.
 */
function withoutCode(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  const ends = endsOf(runs.map(([{ length }]) => length));
  let shown = '';
  let at = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const end = ends[index] ?? null;
    const closing = end === null ? undefined : runs[end];
    if (end === null || closing === undefined) continue;
    shown += `${paragraph.slice(at, runs[index]?.index)}\``;
    at = closing.index + closing[0].length;
    index = end;
  }
  return shown + paragraph.slice(at);
}

/** For each run of backticks the index of the next one of the same length; null: none. */
function endsOf(lengths: readonly number[]): readonly (number | null)[] {
  const next = new Map<number, number>();
  return lengths
    .map((length, index) => [length, index] as const)
    .toReversed()
    .map(([length, index]) => {
      const end = next.get(length) ?? null;
      next.set(length, index);
      return end;
    })
    .toReversed();
}
