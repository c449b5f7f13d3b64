import { setImmediate } from 'node:timers/promises';
import { patchTexts } from '../../protocol/texts/tools.js';
import { findPlaces, rangesOf } from './find-text.js';
import { lineAt } from './line-ends.js';
import { lettersWritten, replacePlaces } from './replace-places.js';
import type { PatchEdit } from './parse-patch.js';

/** Edits of a longer file are made in separate turns of the event loop, UTF-16 units. */
const longText = 256 * 1024;

interface AppliedEdits {
  readonly text: string;
  /** The line of each edit, in the text at the time of that edit. */
  readonly lines: readonly number[];
  readonly problems: readonly string[];
  /** Spellings written as letters although the file contains the character. */
  readonly letters: readonly string[];
}

/**
 * Applies the edits of one file in order. Each searched text must occur exactly once in the file on
 * disk, and still exactly once when its edit is made, so no edit can match what another one wrote.
 */
export async function applyEdits(
  original: string,
  edits: readonly PatchEdit[],
): Promise<AppliedEdits> {
  const problems: string[] = [];
  const lines: number[] = [];
  const letters: string[] = [];
  let text = original;
  for (const { path, find, replace } of edits) {
    if (original.length > longText) await setImmediate();
    const onDisk = findPlaces(original, find).count;
    const places = findPlaces(text, find);
    const [at] = rangesOf(places);
    if (onDisk !== 1) problems.push(patchTexts.findCount(path, find, onDisk));
    else if (at === undefined || places.count > 1) {
      problems.push(patchTexts.findDisturbed(path, find));
    } else {
      const changed = replacePlaces(text, places, replace);
      if ('unclear' in changed) problems.push(patchTexts.spellingUnclear(path, changed.unclear));
      else {
        lines.push(lineAt(text, at.start));
        letters.push(lettersWritten(text, places, replace) ?? '');
        text = changed.text;
      }
    }
  }
  return { text, lines, problems, letters: letters.filter((one) => one !== '') };
}
