/** Line feeds where the text has returns before them. */
export function withPlainEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export type LineEnd = '\n' | '\r\n' | '\r';

/** A text with the line ends that most lines of a file have; its own where the file has none. */
export function withEndsOf(file: string, text: string): string {
  return withEnds(text, endsOf(file));
}

export function withEnds(text: string, ends: LineEnd | null): string {
  return ends === null ? text : withPlainEnds(text).replaceAll('\n', ends);
}

/** What ends most lines, a line feed where as many end otherwise; null for a text of one line. */
export function endsOf(text: string): LineEnd | null {
  if (!text.includes('\n')) return text.includes('\r') ? '\r' : null;
  const feeds = count(text, '\n');
  const returns = count(text, '\r\n');
  return returns > feeds - returns ? '\r\n' : '\n';
}

function count(text: string, end: string): number {
  let found = 0;
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + end.length)) found += 1;
  return found;
}

/** The line, counted from 1, that a position is in. */
export function lineAt(text: string, position: number): number {
  return count(text.slice(0, position), '\n') + 1;
}
