import { memoizeByObject } from '../memoize-by-object.js';

/** As the application writes every answer: JSON indented by two spaces. */
const indentedEntry = memoizeByObject((entry: object) =>
  JSON.stringify(entry, null, 2).replaceAll('\n', '\n  '),
);

/**
 * A list of records as the body of an answer: the same text as `JSON.stringify(list, null, 2)`. Each
 * record is written once, as long as it lives; records are never changed.
 */
export function indentedList(list: readonly object[]): string {
  if (list.length === 0) return '[]';
  return `[\n  ${list.map((entry) => indentedEntry(entry)).join(',\n  ')}\n]`;
}
