import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './errno.js';

/**
 * Makes a directory and its parents; existing ones are fine. Not Node's recursive `mkdir`, which
 * retries for ever in existing parents that refuse new entries (`/proc`) and so blocks a thread.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (thrown) {
    if (await isDirectory(path)) return;
    if (errnoOf(thrown) !== 'ENOENT' || dirname(path) === path) throw thrown;
    await makeDirectory(dirname(path));
    await makeLast(path);
  }
}

/** Makes a directory in an existing parent; another process may have made it meanwhile. */
async function makeLast(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (thrown) {
    if (!(await isDirectory(path))) throw thrown;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
