/** Controls but newline and tab, and what nobody can see: the characters that `sanitizeOutput` removes. */
const unseen =
  /[^\P{Cc}\n\t]|[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * A text that somebody is to judge exactly as it is: nothing is taken out of it, and what could not
 * be seen, or would make the rest read differently, is spelled as `\u{202e}`.
 */
export function visible(text: string): string {
  return text.replace(unseen, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}
