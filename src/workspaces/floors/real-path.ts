import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';

/** Where an absolute path leads once every link on it is followed; it need not exist yet. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!isMissing(thrown) || dirname(path) === path) throw thrown;
    return join(await realPathOf(dirname(path)), basename(path));
  }
}
