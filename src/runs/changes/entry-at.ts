import { readlink } from 'node:fs/promises';
import { errnoOf } from '../../platform/paths/errno.js';
import type { OpenDirectory } from '../../platform/paths/open-directory.js';
import { blobId } from './object-store.js';
import { markOf } from './scan.js';
import { type Entry, maxFileBytes } from './tree.js';

/**
 * The present entry at a path in the form of states.
 * @param byMark only whether it was touched matters
 */
export async function entryAt(
  parent: OpenDirectory,
  own: string,
  byMark: boolean,
): Promise<Entry | null> {
  const stats = await parent.look(own).catch((thrown: unknown) => {
    if (errnoOf(thrown) === 'ENOENT') return null;
    throw thrown;
  });
  if (stats === null) return null;
  if (byMark) return { kind: 'unrecorded', mark: markOf(stats), reason: 'ignored' };
  const mode = stats.mode & 0o7777;
  if (stats.isDirectory()) return { kind: 'directory', mode };
  if (stats.isSymbolicLink()) {
    const target = await readlink(parent.pathOf(own), { encoding: 'buffer' });
    return { kind: 'link', id: blobId(target) };
  }
  if (!stats.isFile() || stats.size > maxFileBytes)
    return { kind: 'unrecorded', mark: markOf(stats), reason: 'special' };
  await using file = await parent.openForReading(own);
  return { kind: 'file', id: blobId(await file.readFile()), mode };
}
