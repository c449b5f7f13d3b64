import { patchTexts } from '../../protocol/texts/tools.js';
import { findText, lineAt, replaceRanges } from './find-text.js';
import type { PatchEdit } from './parse-patch.js';

export interface AppliedEdits {
  readonly text: string;
  /** The line of each edit, in the text as it was when the edit's turn came. */
  readonly lines: readonly number[];
  readonly problems: readonly string[];
}

/**
 * Applies the edits of one file in order. What an edit looks for must occur exactly once in the
 * file as it is on disk, line ends of either kind, and still exactly once when its turn comes: no edit can be meant for what
 * another one wrote.
 */
export function applyEdits(original: string, edits: readonly PatchEdit[]): AppliedEdits {
  const problems: string[] = [];
  const lines: number[] = [];
  let text = original;
  for (const { path, find, replace } of edits) {
    const onDisk = findText(original, find).length;
    const [at, ...others] = findText(text, find);
    if (onDisk !== 1) problems.push(patchTexts.findCount(path, find, onDisk));
    else if (at === undefined || others.length > 0) {
      problems.push(patchTexts.findDisturbed(path, find));
    } else {
      lines.push(lineAt(text, at.start));
      text = replaceRanges(text, [at], replace);
    }
  }
  return { text, lines, problems };
}
