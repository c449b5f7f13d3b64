import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '#platform/paths/errno.js';

/** Removes a folder with all in it, also folders that their owner may not write to. */
export async function removeTree(root: string): Promise<void> {
  try {
    await rm(root, { recursive: true, force: true, maxRetries: 2 });
  } catch (thrown) {
    const code = errnoOf(thrown);
    if (code !== 'EACCES' && code !== 'EPERM') throw thrown;
    await openUp(root);
    await rm(root, { recursive: true, force: true, maxRetries: 2 });
  }
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(path.join(folder, entry.name));
  }
}
