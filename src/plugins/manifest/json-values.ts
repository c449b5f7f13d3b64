import { cleaned } from '../../platform/text/cleaned.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';

/**
 * Readers for untrusted documents; none throws. Not zod, which accepts or refuses a whole document:
 * a manifest or panel keeps its valid parts, and reports each other part in the interface's words.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; null for anything else, including arrays. */
export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

/** Trimmed and sanitised text; undefined if it is empty or not text. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? sanitizeOutput(value).trim() : '';
  return text === '' ? undefined : text;
}

/** The non-blank texts of a list, trimmed; other items are dropped. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : [];
}

export function memberOf<T extends string>(set: readonly T[], value: unknown): T | undefined {
  return set.find((member) => member === value);
}

/** A finite number; 0 for -0. */
export function finiteOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}

/** A whole number of at least `min`. */
export function countOf(value: unknown, min: number): number | undefined {
  const number = finiteOf(value);
  return Number.isSafeInteger(number) && Number(number) >= min ? number : undefined;
}

/** A value for a message: the beginning of a text, anything else by its type. */
export function shown(value: unknown): string {
  return typeof value === 'string'
    ? cleaned(value, 64, '…')
    : `(${Array.isArray(value) ? 'array' : typeof value})`;
}

/** Reports a dropped or repaired part of a manifest. */
export type Warn = (warning: string) => void;

/** A fault that rejects the plugin. */
export type Fault = (field: string, message: string) => void;

/**
 * Reads one item of a list. `at` is its place, such as `models[3]`; null = dropped, already
 * reported.
 */
export type ItemReader<T> = (item: JsonObject, at: string, warn: Warn) => T | null;

/**
 * The usable items of `contributes.<key>`; undefined if the list is absent, not a list, or has
 * none.
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
