import { spelled } from '../text/spelling.js';

/**
 * A file name or path for display: on one line, invisible characters spelled as `\u{200e}`. Paths
 * may also be given in this form.
 */
export function shownName(name: string): string {
  return spelled(name).replaceAll('\n', '\\u{a}').replaceAll('\t', '\\u{9}');
}
