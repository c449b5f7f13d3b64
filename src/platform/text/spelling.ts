/** Format controls that fonts display like letters. */
const seenControls = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`;

/** Choose between the emoji and the text form of a picture or digit, and are visible in it. */
const seenSelectors = String.raw`[\p{Extended_Pictographic}0-9#*][\ufe0e\ufe0f]`;

const controlsAndInvisible = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u180e\u2060-\u206f\u2800\ufff9-\ufffb\u{e0000}-\u{e0fff}`;

/**
 * Source of a pattern for controls except newline and tab, invisible characters, and unusual
 * blanks. Letters fail it at its first part.
 */
export const unseenCharacter = String.raw`[${controlsAndInvisible}\p{Zs}](?<![\n\t\x20\u3000]|${seenControls}|${seenSelectors})`;

const unseen = new RegExp(unseenCharacter, 'gu');
const onlyUnseen = new RegExp(`^${unseenCharacter}$`, 'u');

/** Texts in the form of a spelling; `characterOf` decides whether they are one. */
export const spellingForm = /\\u\{[1-9a-f][0-9a-f]{0,5}\}|\\u\{0\}/g;

/**
 * The exact text, for someone who must judge or repeat it: nothing is removed, and invisible or
 * active characters are spelled as `\u{202e}`. Carriage returns are spelled too: split lines first.
 */
export function spelled(text: string): string {
  return text.replace(unseen, spelling);
}

/** True if a text holds anything that is neither blank nor spelled. */
export function holdsSeen(text: string): boolean {
  return text.replace(unseen, '').trim() !== '';
}

/** Marks on one letter beyond which they cover other lines. */
const mostMarks = 8;

/** Joiners between pictures, or letters whose script joins them, have a visible effect. */
const joining = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}]`;
const seenJoiners = [
  String.raw`\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d(?=\p{Extended_Pictographic})`,
  String.raw`${joining}[\u200c\u200d](?=${joining})`,
].join('|');

const unseenInProse = new RegExp(
  [
    String.raw`[${controlsAndInvisible}](?<![\n\t]|${seenControls}|${seenSelectors}|${seenJoiners})`,
    String.raw`\p{M}(?<=\p{M}{${mostMarks + 1}})`,
  ].join('|'),
  'gu',
);

/** The same for prose, whose unusual blanks are seen as blanks. */
export function spelledInProse(text: string): string {
  return text.replace(unseenInProse, spelling);
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

/** Alphabets with letters that look like Latin ones. */
const otherAlphabets = String.raw`\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Geor}\p{sc=Cher}\p{sc=Copt}\p{sc=Lisu}\p{sc=Dsrt}\p{sc=Osge}\p{sc=Tfng}\p{sc=Goth}\p{sc=Cans}\p{sc=Vaii}`;

/** Phonetic letters, letters used as signs, and signs that look like the signs of a shell. */
const lookAlikes = String.raw`\u0131\u0184\u0185\u01bd\u01c0-\u01c3\u0237\u0250-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\u0589\u05c0\u05c3\u2010-\u2012\u2018-\u201b\u2032-\u2037\u203a\u2039\u2041\u2043\u2044\u204e\u2052\u2212\u2215-\u2217\u2223\u2227\u2228\u2236\u223c\u22c5\u2571-\u2573\u2768-\u2775\u29f5\u29f8\u29f9\u2981`;

/** Characters of a command or a name that are invisible or look like other characters. */
const strokes = String.raw`[\u0334-\u0338]|[\u20d0-\u20ff]`;
const unclear = new RegExp(
  String.raw`[\p{Join_Control}\p{Variation_Selector}\u3000${lookAlikes}]|${strokes}|(?<!\p{L}\p{M}?)\p{M}`,
  'gu',
);
const eastAsian = String.raw`[\p{sc=Hang}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}]`;
/**
 * A character that may be a form of an ASCII character: full-width, mathematical, raised, circled.
 */
const compatible = new RegExp(String.raw`(?<!${eastAsian})[^\0-\x7f]`, 'gu');
const asciiOnly = /^[\x21-\x7e]+$/;

const words = /[\p{L}\p{M}\p{N}_]+/gu;
const latin = /\p{sc=Latn}/u;
const ofOtherAlphabet = new RegExp(`[${otherAlphabets}]`, 'gu');
/** Whole words of these look like Latin ones. */
const twins = /^[\p{N}_асԁеһіјӏоорԛѕԝхуүАВСЕНІЈКМОРЅТХҮԌԚԜοανρυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u;
const usual = /^[\n\t\x20-\x7e]*$/;

/**
 * The exact text of a command or a name: like `spelled`, but also with spellings for unusual
 * blanks, selectors, joiners, strokes through letters, marks without a letter, forms and twins of
 * ASCII characters, and letters of another alphabet in a Latin word.
 */
export function spelledStrictly(text: string): string {
  if (usual.test(text)) return text;
  return spelled(text)
    .replace(unclear, spelling)
    .replace(compatible, (one) => (asciiOnly.test(one.normalize('NFKC')) ? spelling(one) : one))
    .replace(words, (word) => {
      const isMixed = latin.test(word) || twins.test(word);
      return isMixed ? word.replace(ofOtherAlphabet, spelling) : word;
    });
}
