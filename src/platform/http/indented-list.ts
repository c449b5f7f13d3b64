import { memoizeByObject } from '../memoize-by-object.js';

/** JSON indented by two spaces, as in every answer. */
const indentedEntry = memoizeByObject((entry: object) =>
  JSON.stringify(entry, null, 2).replaceAll('\n', '\n  '),
);

/**
 * A list of records as an answer's body: the same text as `JSON.stringify(list, null, 2)`. Each
 * record is serialised once in its life, because records are immutable.
 */
export function indentedList(list: readonly object[]): string {
  if (list.length === 0) return '[]';
  return `[\n  ${list.map((entry) => indentedEntry(entry)).join(',\n  ')}\n]`;
}
