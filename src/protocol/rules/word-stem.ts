/**
 * The stem of an English word, by the algorithm of Porter (1980), except that a y after a vowel
 * stays: "deploy" and "deployment" have one stem. Words with other letters than a to z are their own
 * stems, and so are words of fewer than three letters.
 *
 * Kept here because the protocol, which clients use too, imports nothing.
 */
export function wordStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const marked = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  const stem = steps.reduce((before, step) => step(before), marked);
  return stem.toLowerCase();
}

const consonant = '[^aeiou]';
const vowel = '[aeiouy]';
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;

/** The measure of a stem before an ending: the number of vowel sequences followed by consonants. */
const atLeastOne = new RegExp(`^(${consonants})?${vowels}${consonants}`);
const exactlyOne = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`);
const atLeastTwo = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(${consonants})?${vowel}`);
/** Consonant, vowel, consonant other than w, x and y, at the end. */
const short = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`);
const doubled = /([^aeiouylsz])\1$/;

type Step = (word: string) => string;

const plural: Step = (word) => {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
};

const past: Step = (word) => {
  if (word.endsWith('eed')) {
    return atLeastOne.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  }
  const base = /^(.+?)(ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !hasVowel.test(base)) return word;
  if (/(at|bl|iz)$/.test(base)) return `${base}e`;
  if (doubled.test(base)) return base.slice(0, -1);
  return short.test(base) ? `${base}e` : base;
};

const finalY: Step = (word) =>
  /[^aeiou]y$/.test(word) && hasVowel.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;

const doubleEndings: Readonly<Record<string, string>> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
};

const endings: Readonly<Record<string, string>> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
};

/** Replaces the longest of the endings where the rest before it measures at least one. */
const replacing =
  (replacements: Readonly<Record<string, string>>): Step =>
  (word) => {
    const ending = longestOf(Object.keys(replacements), word);
    if (ending === undefined) return word;
    const rest = word.slice(0, -ending.length);
    return atLeastOne.test(rest) ? rest + (replacements[ending] ?? '') : word;
  };

const removed = 'al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize'.split(
  ' ',
);

const removing: Step = (word) => {
  const ending = longestOf([...removed, 'ion'], word);
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (ending === 'ion' && !/[st]$/.test(rest)) return word;
  return atLeastTwo.test(rest) ? rest : word;
};

function longestOf(possible: readonly string[], word: string): string | undefined {
  const found = possible.filter((ending) => word.endsWith(ending));
  return found.toSorted((a, b) => b.length - a.length)[0];
}

const finalE: Step = (word) => {
  const rest = word.slice(0, -1);
  const goes =
    word.endsWith('e') && (atLeastTwo.test(rest) || (exactlyOne.test(rest) && !short.test(rest)));
  return goes ? rest : word;
};

const finalL: Step = (word) =>
  word.endsWith('ll') && atLeastTwo.test(word) ? word.slice(0, -1) : word;

const steps: readonly Step[] = [
  plural,
  past,
  finalY,
  replacing(doubleEndings),
  replacing(endings),
  removing,
  finalE,
  finalL,
];
