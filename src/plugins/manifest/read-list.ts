import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Warn } from './findings.js';
import { objectOf } from './json-values.js';
import type { JsonObject } from './json-values.js';

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
