import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Every file, folder and link below folders, with its mode and the hash of its content. */
export async function snapshot(
  folders: readonly string[],
  leftOut: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const visit = async (path: string): Promise<void> => {
    if (leftOut.includes(path)) return;
    const stats = await lstat(path).catch(() => null);
    if (stats === null) return;
    const kind = `${stats.mode.toString(8)} ${stats.uid}`;
    if (stats.isSymbolicLink()) return void found.set(path, `${kind} ${await readlink(path)}`);
    if (stats.isFile()) {
      const hash = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      return void found.set(path, `${kind} ${hash}`);
    }
    found.set(path, kind);
    if (!stats.isDirectory()) return;
    for (const name of await readdir(path)) await visit(join(path, name));
  };
  for (const folder of folders) await visit(folder);
  return found;
}

/** What was made, changed or removed, as paths relative to a folder. */
export function changesOf(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  base: string,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => relative(base, path));
}
