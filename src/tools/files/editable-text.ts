import { RefusedError } from '../../platform/errors/office-error.js';
import type { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { readTextFile } from './read-text.js';

/** Larger files are generated, and would be held in memory several times over. */
const maxBytes = 16 * 1024 * 1024;

/**
 * The text of a file that is going to be changed in place.
 * @throws RefusedError as `readTextFile`, and when the bytes are no UTF-8: writing them back as
 * text would destroy them.
 */
export async function readEditableText(root: ConfinedRoot, path: string): Promise<string> {
  const bytes = await readTextFile(root, path, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RefusedError(toolTexts.notUtf8(path));
  }
}
