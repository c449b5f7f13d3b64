import { spelled } from '../text/spelling.js';

/**
 * A name of a file, or a path, as a reader sees it: in one line, and with what cannot be seen spelled
 * as `\u{200e}`. Whoever gives a path may give it so.
 */
export function shownName(name: string): string {
  return spelled(name).replaceAll('\n', '\\u{a}').replaceAll('\t', '\\u{9}');
}
