import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './errno.js';

/**
 * Makes the directory and those it stands in; one that is there already will do. Node's own
 * recursive `mkdir` is not used: where a parent exists and yet nothing can be made in it (`/proc`),
 * it tries again for ever and takes a thread of the process with it.
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

/** In a parent that is there. Another process may have made it meanwhile. */
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
