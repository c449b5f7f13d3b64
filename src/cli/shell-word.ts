/** A text as one word of a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w./\\:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
