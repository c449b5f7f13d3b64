/** In a comment of HTML, which forges do not show. */
const mark = /<!-- office ([\w.:/-]{1,120}) -->/;

/** A text that can be found again by its key. */
export function withMark(text: string, key: string): string {
  return `${text}\n\n<!-- office ${key} -->`;
}

/** The key of a text of the office; null: it has none. Anybody may write one, so ask for the author. */
export function keyOf(text: string): string | null {
  return mark.exec(text)?.[1] ?? null;
}
