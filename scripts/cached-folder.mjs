import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** How many earlier folders stay for runs that began with them. */
const earlierKept = 3;

/**
 * Returns the folder of that name in a cache and makes it if missing. It appears atomically, also
 * when two processes make it together; the oldest other folders are removed.
 */
export async function cachedFolder(cache, name, make) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  await make(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  removeOldest(cache, name);
  return folder;
}

function removeOldest(cache, name) {
  const others = readdirSync(cache)
    .filter((each) => each !== name)
    .map((each) => join(cache, each));
  const madeAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = others.toSorted((one, other) => madeAt(other) - madeAt(one));
  for (const path of byAge.slice(earlierKept)) rmSync(path, { recursive: true, force: true });
}
