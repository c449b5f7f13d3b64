/** Tokens added by a character, by its kind and that of the preceding one. */
const ofLetter = 0.27;
const ofDigit = 0.5;
const ofSpace = 0.15;
const ofSign = 1;
const ofWide = 1.5;
/** A change of case inside a word, as in identifiers and base64. */
const ofChange = 0.6;

/** Upper bound for one character. */
const most = 1.5;

type Kind = 'lower' | 'upper' | 'digit' | 'space' | 'sign' | 'wide';

const kinds: readonly Kind[] = ['lower', 'upper', 'digit', 'space', 'sign', 'wide'];
const space = kinds.indexOf('space');
const wide = kinds.indexOf('wide');

const costs: Readonly<Record<Kind, number>> = {
  lower: ofLetter,
  upper: ofLetter,
  digit: ofDigit,
  space: ofSpace,
  sign: ofSign,
  wide: ofWide,
};

/** Index in `kinds` of each character below 128. */
const kindOf = Uint8Array.from({ length: 128 }, (_none, unit) => kinds.indexOf(kindBelow128(unit)));

/**
 * Tokens added by a character of the second kind after one of the first; one row for each first
 * kind.
 */
const costBehind = Float64Array.from(
  kinds.flatMap((before) =>
    kinds.map((kind) => costs[kind] + (isChange(before, kind) ? ofChange : 0)),
  ),
);

/** Upper estimate of a text's tokens, without the provider's tokenizer. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let before = space;
  for (let place = 0; place < text.length; place++) {
    const kind = kindOf[text.charCodeAt(place)] ?? wide;
    tokens += costBehind[before * kinds.length + kind] ?? most;
    before = kind;
  }
  return Math.ceil(tokens);
}

/** Upper bound of the estimate for any text of this length. */
export function mostTokens(characters: number): number {
  return Math.ceil(characters * most);
}

function kindBelow128(unit: number): Kind {
  if (unit >= 97 && unit <= 122) return 'lower';
  if (unit >= 65 && unit <= 90) return 'upper';
  if (unit >= 48 && unit <= 57) return 'digit';
  return unit === 32 ? 'space' : 'sign';
}

function isChange(before: Kind, kind: Kind): boolean {
  if (kind === 'space' || kind === 'sign' || kind === 'wide') return false;
  return kind !== before && !(before === 'upper' && kind === 'lower');
}
