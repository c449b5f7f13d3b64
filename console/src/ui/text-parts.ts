/** Number of characters of a part, if its lines allow that. */
const usual = 4000;

/**
 * A long text in parts that can be laid out on their own: whole lines, or pieces of a line that is
 * longer than a part. Joined, they are the text again.
 */
export function textParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.lastIndexOf('\n', from + usual - 1) + 1;
    const to = end > from ? end : from + usual;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}
