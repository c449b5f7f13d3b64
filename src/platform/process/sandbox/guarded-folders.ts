import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { errnoOf, isMissing } from '#platform/paths/errno.js';

/** Only stand-ins have this mode, so those left by a crash are recognised. */
const standInMode = 0o555;

/** Number of sandboxes that need a stand-in, by its path. */
const users = new Map<string, number>();
/** Serialises changes: no stand-in is removed while another sandbox begins to need it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Bubblewrap creates missing mount points, so a missing folder that must not be created inside a
 * sandbox gets a stand-in: an empty folder, removed with the last sandbox that needs it.
 * @returns a function that removes stand-ins no longer needed; it never fails
 */
export async function withStandIns(folders: readonly string[]): Promise<() => Promise<void>> {
  const held = await serially(async () => {
    const made: string[] = [];
    for (const folder of folders) if (await isStandIn(folder)) made.push(folder);
    for (const folder of made) users.set(folder, (users.get(folder) ?? 0) + 1);
    return made;
  });
  return () => serially(() => release(held));
}

/** Removes the stand-ins that a crash left in a workspace. */
export function sweepStandIns(folders: readonly string[]): Promise<void> {
  return serially(async () => {
    for (const folder of folders) {
      if (!users.has(folder) && (await isLeft(folder))) await removeEmpty(folder);
    }
  });
}

async function release(held: readonly string[]): Promise<void> {
  for (const folder of held) {
    const left = (users.get(folder) ?? 1) - 1;
    if (left > 0) users.set(folder, left);
    else {
      users.delete(folder);
      await removeEmpty(folder);
    }
  }
}

/** True if a stand-in is there now, or was made. */
async function isStandIn(folder: string): Promise<boolean> {
  if (users.has(folder) || (await isLeft(folder))) return true;
  try {
    await mkdir(folder, { mode: standInMode });
    return true;
  } catch {
    // It exists, or cannot be made here or inside.
    return false;
  }
}

async function isLeft(folder: string): Promise<boolean> {
  try {
    const stats = await lstat(folder);
    return stats.isDirectory() && (stats.mode & 0o777) === standInMode;
  } catch (thrown) {
    if (isMissing(thrown) || errnoOf(thrown) === 'EACCES') return false;
    throw thrown;
  }
}

/** Keeps a folder in which somebody has put something meanwhile. */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}

function serially<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}
