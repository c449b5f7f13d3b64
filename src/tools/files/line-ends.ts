/** Converts line ends to line feeds. */
export function withPlainEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export type LineEnd = '\n' | '\r\n' | '\r';

/** A text with the most frequent line end of a file; unchanged if the file has none. */
export function withEndsOf(file: string, text: string): string {
  return withEnds(text, endsOf(file));
}

export function withEnds(text: string, ends: LineEnd | null): string {
  return ends === null ? text : withPlainEnds(text).replaceAll('\n', ends);
}

/** The most frequent line end, a line feed in a tie; null for a text of one line. */
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

/** Line number, from 1, of a position. */
export function lineAt(text: string, position: number): number {
  return count(text.slice(0, position), '\n') + 1;
}
