/** Format controls that fonts display like letters. */
const seenControls = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`;

/** Choose between the emoji and the text form of the preceding character, and are visible in it. */
const presentationSelectors = String.raw`[\ufe0e\ufe0f]`;

/**
 * Source of a pattern for controls except newline and tab, invisible characters, and unusual
 * blanks.
 */
export const unseenCharacter = [
  String.raw`(?![\n\t\x20\u3000]|${seenControls}|${presentationSelectors})`,
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}`,
  String.raw`\u180e\u2060-\u206f\u2800\ufff9-\ufffb\u{e0000}-\u{e0fff}]`,
].join('');

const unseen = new RegExp(unseenCharacter, 'gu');
const anyUnseen = new RegExp(unseenCharacter, 'u');
const onlyUnseen = new RegExp(`^${unseenCharacter}$`, 'u');

/** Texts in the form of a spelling; `characterOf` decides whether they are one. */
export const spellingForm = /\\u\{[1-9a-f][0-9a-f]{0,5}\}|\\u\{0\}/g;

/** True if the text has a character that `spelled` would spell out. */
export function hasUnseen(text: string): boolean {
  return anyUnseen.test(text);
}

/**
 * The exact text, for someone who must judge or repeat it: nothing is removed, and invisible or
 * active characters are spelled as `\u{202e}`. Carriage returns are spelled too: split lines first.
 */
export function spelled(text: string): string {
  return text.replace(unseen, spelling);
}

/** The character of a spelling; null for texts that `spelled` never writes. */
export function characterOf(form: string): string | null {
  const code = parseInt(form.slice('\\u{'.length, -1), 16);
  if (!(code <= 0x10ffff)) return null;
  const character = String.fromCodePoint(code);
  return onlyUnseen.test(character) ? character : null;
}

function spelling(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
