import { cleaned } from '../../platform/text/cleaned.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';

/**
 * Reads values of an untrusted document. None of these throws. Not zod, which accepts a document or
 * refuses it: a manifest and a panel keep what is valid in them, and say of each other part, in the
 * words of the interface, why it was dropped or what was put in its place.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object with named parts; null for anything else, arrays included. */
export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

/**
 * The text without blanks around it and without what acts on its reader; undefined when nothing is
 * left or it is no text.
 */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? sanitizeOutput(value).trim() : '';
  return text === '' ? undefined : text;
}

/** The non-blank texts of a list, trimmed; anything else in it is left out. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : [];
}

export function memberOf<T extends string>(set: readonly T[], value: unknown): T | undefined {
  return set.find((member) => member === value);
}

/** A number that can be written down again: neither NaN nor infinite, and 0 for -0. */
export function finiteOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}

/** A whole number of at least `min`. */
export function countOf(value: unknown, min: number): number | undefined {
  const number = finiteOf(value);
  return Number.isSafeInteger(number) && Number(number) >= min ? number : undefined;
}

/** A value in a sentence: the beginning of a text, anything else by its kind. */
export function shown(value: unknown): string {
  return typeof value === 'string'
    ? cleaned(value, 64, '…')
    : `(${Array.isArray(value) ? 'array' : typeof value})`;
}

/** Reports one part of a manifest that was dropped or repaired. */
export type Warn = (warning: string) => void;

/** A fault that rejects the whole plugin. */
export type Fault = (field: string, message: string) => void;

const mostFindings = 100;
const findingCharacters = 500;

/** A file can be wrong in fifty thousand places; somebody reads the first of them. */
function note(findings: string[], finding: string): void {
  if (findings.length < mostFindings) findings.push(cleaned(finding, findingCharacters, '…'));
  else if (findings.length === mostFindings) findings.push(manifestTexts.moreFindings);
}

/** What validation found, in the order in which it was found; the beginning, where that is long. */
export class Findings {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  readonly warn: Warn = (warning) => note(this.warnings, warning);

  readonly fault: Fault = (field, message) =>
    note(this.problems, manifestTexts.problem(field, message));
}

/**
 * Reads one item of a list. `at` names its place, as in `models[3]`; null = dropped, and the reader
 * has said why.
 */
export type ItemReader<T> = (item: JsonObject, at: string, warn: Warn) => T | null;

/**
 * The usable items of `contributes.<key>`. A list that is absent, is no list, or has no usable item
 * is undefined: the stored manifest does not mention it.
 */
export function readList<T>(
  contributes: JsonObject,
  key: string,
  warn: Warn,
  read: ItemReader<T>,
): readonly T[] | undefined {
  const list = contributes[key];
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) {
    warn(manifestTexts.listNotArray(key));
    return undefined;
  }
  const items = list.flatMap((entry, index) => {
    const at = `${key}[${index}]`;
    const item = objectOf(entry);
    if (item === null) warn(manifestTexts.itemNotObject(at));
    return (item && read(item, at, warn)) ?? [];
  });
  return items.length > 0 ? items : undefined;
}
