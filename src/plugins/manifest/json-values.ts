import { cleaned } from '../../platform/text/cleaned.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';

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

/** The parts that are there: a record says nothing of a part that has no value. */
export function present<T extends object>(parts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** A value in a sentence: the beginning of a text, anything else by its kind. */
export function shown(value: unknown): string {
  return typeof value === 'string'
    ? cleaned(value, 64, '…')
    : `(${Array.isArray(value) ? 'array' : typeof value})`;
}
