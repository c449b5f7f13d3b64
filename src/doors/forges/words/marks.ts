/** A mark in an HTML comment, which forges do not show. */
const mark = /<!-- office ([\w.:/-]{1,120}) -->/;

/** The text with a mark by which it can be found again. */
export function withMark(text: string, key: string): string {
  return `${text}\n\n<!-- office ${key} -->`;
}

/** The key in a text's mark; null: none. Anybody may write a mark, so check the author. */
export function keyOf(text: string): string | null {
  return mark.exec(text)?.[1] ?? null;
}
