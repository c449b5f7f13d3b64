import { clip } from '../../platform/text/clip.js';

/**
 * What the full-text index knows as words. The service decides it, not the databases: both are
 * given the terms ready made and only store, match and rank them, so they find the same facts.
 */

/** One run of letters and digits, as the parts that must follow each other: mostly just one. */
export type SearchTerm = readonly string[];

/** Terms of a query that count; the rest of it is not looked at. */
const maxTerms = 12;

/** Characters of a part, and parts of a term, that count. */
const maxPartCharacters = 64;
const maxParts = 64;

/** Marks that do not make another word. */
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
 * Scripts written without spaces between words, and Korean, which glues its particles on. Each
 * of their characters is a part of its own, so that any piece of such a text can be found.
 */
const unspaced = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const parts = new RegExp(`[${unspaced}]|[^${unspaced}]+`, 'gu');

/** Sorting them takes time with the square of their number; no writing stacks so many. */
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

/** The terms a query asks for; none when it holds no letter and no digit. */
export function searchTerms(query: string): readonly SearchTerm[] {
  return termsOf(query)
    .slice(0, maxTerms)
    .map((term) => term.slice(0, maxParts));
}

/** All terms of a text, parted by spaces, as they are handed to the index. */
export function indexedTerms(text: string): string {
  return termsOf(text).flat().join(' ');
}

function termsOf(text: string): readonly SearchTerm[] {
  return (foldText(text).match(runs) ?? []).map((run) =>
    (run.match(parts) ?? []).map((part) => clip(part, maxPartCharacters)),
  );
}
