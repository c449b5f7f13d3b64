import { splitsPair } from './clip-texts.js';
import { wordStem } from './word-stem.js';

/**
 * Defines the words of the full-text index. The service makes the terms and both databases only
 * store, match and rank them, so they find the same facts. Words are indexed by their stems, so that
 * other forms of a word find it.
 */

/** A run of letters and digits, as parts that must follow each other; usually one. */
export type SearchTerm = readonly string[];

/** Terms of a query that count; the rest is ignored. */
const maxTerms = 12;

/** Characters of a part, and parts of a term, that count. */
const maxPartCharacters = 64;
const maxParts = 64;

/** Marks that do not distinguish words. */
const accents = new RegExp(
  `[${[
    '\\u0300-\\u036f', // accents of Latin, Greek and Cyrillic letters
    '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7', // Hebrew points
    '\\u0610-\\u061a\\u064b-\\u065f\\u0670', // Arabic points
    '\\u0640', // the Arabic tatweel, which only stretches a word
  ].join('')}]`,
  'g',
);

const runs = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Scripts without spaces between words, and Korean with its attached particles. Each character is
 * its own part, so that any piece of a text can be found.
 */
const unspaced = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const parts = new RegExp(`[${unspaced}]|[^${unspaced}]+`, 'gu');

/** Sorting marks takes quadratic time; no language stacks that many. */
const marksBeyond = /(\p{M}{30})\p{M}+/gu;

/** Lower case, without accents, full-width letters as ordinary ones. */
export function foldText(text: string): string {
  return text
    .replace(marksBeyond, '$1')
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .normalize('NFC');
}

/** A query's terms; empty without letters and digits. */
export function searchTerms(query: string): readonly SearchTerm[] {
  return termsOf(query)
    .slice(0, maxTerms)
    .map((term) => term.slice(0, maxParts));
}

/**
 * All terms of a text, separated by spaces, for the index.
 * @param form of each word that is indexed
 */
export function indexedTerms(text: string, form = wordStem): string {
  return termsOf(text, form).flat().join(' ');
}

function termsOf(text: string, form = wordStem): readonly SearchTerm[] {
  return (foldText(text).match(runs) ?? []).map((run) =>
    (run.match(parts) ?? []).map((part) => form(beginningOf(part))),
  );
}

function beginningOf(part: string): string {
  if (part.length <= maxPartCharacters) return part;
  return part.slice(0, maxPartCharacters - (splitsPair(part, maxPartCharacters) ? 1 : 0));
}
