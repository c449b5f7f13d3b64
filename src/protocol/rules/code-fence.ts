/** A fence for a block of code in Markdown that nothing in the text can end. */
export function codeFence(text: string): string {
  const rows = text.match(/`+/g) ?? [];
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 2);
  return '`'.repeat(longest + 1);
}
