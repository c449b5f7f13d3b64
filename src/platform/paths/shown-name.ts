import { spelledStrictly } from '../text/spelling.js';

/**
 * A file name or path for display: on one line, invisible characters and look-alikes spelled as
 * `\u{200e}`. Paths may also be given in this form.
 */
export function shownName(name: string): string {
  return spelledStrictly(name).replaceAll('\n', '\\u{a}').replaceAll('\t', '\\u{9}');
}
