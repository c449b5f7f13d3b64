/** Shown by their font like letters, though they are of the class of format controls. */
const seenControls = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`;

/** They choose between the drawn and the written form of what stands before them, and can be seen in it. */
const presentationSelectors = String.raw`[\ufe0e\ufe0f]`;

/** Controls but newline and tab, what nobody can see, and blanks that look like the usual one: the source of a pattern. */
export const unseenCharacter = [
  String.raw`(?![\n\t\x20\u3000]|${seenControls}|${presentationSelectors})`,
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}`,
  String.raw`\u180e\u2060-\u206f\u2800\ufff9-\ufffb\u{e0000}-\u{e0fff}]`,
].join('');

const unseen = new RegExp(unseenCharacter, 'gu');
const anyUnseen = new RegExp(unseenCharacter, 'u');
const onlyUnseen = new RegExp(`^${unseenCharacter}$`, 'u');

/** Every text that has the form of a spelling; `characterOf` tells whether it is one. */
export const spellingForm = /\\u\{[1-9a-f][0-9a-f]{0,5}\}|\\u\{0\}/g;

/** Whether the text holds a character that `spelled` would spell. */
export function hasUnseen(text: string): boolean {
  return anyUnseen.test(text);
}

/**
 * A text exactly as it is, for somebody who is to judge or repeat it: nothing is taken out of it, and
 * what could not be seen, or would act on its reader, is spelled as `\u{202e}`. Carriage returns are
 * spelled too: lines are taken apart first.
 */
export function spelled(text: string): string {
  return text.replace(unseen, spelling);
}

/** The character that a spelling stands for; null for what `spelled` never writes. */
export function characterOf(form: string): string | null {
  const code = parseInt(form.slice('\\u{'.length, -1), 16);
  if (!(code <= 0x10ffff)) return null;
  const character = String.fromCodePoint(code);
  return onlyUnseen.test(character) ? character : null;
}

function spelling(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
