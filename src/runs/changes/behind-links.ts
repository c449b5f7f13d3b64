import { lstat } from 'node:fs/promises';
import path from 'node:path';

/** The names that a directory on their way is a symbolic link of. */
export async function behindLinks(
  workspace: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const known = new Map<string, Promise<boolean>>();
  const leadsAway = (directory: string): Promise<boolean> => {
    if (directory === '.') return Promise.resolve(false);
    const found = known.get(directory) ?? lookAt(directory);
    known.set(directory, found);
    return found;
  };
  const lookAt = async (directory: string): Promise<boolean> => {
    if (await leadsAway(path.posix.dirname(directory))) return true;
    const stats = await lstat(path.join(workspace, directory)).catch(() => undefined);
    return stats?.isSymbolicLink() === true;
  };
  const hidden = await Promise.all(names.map((name) => leadsAway(path.posix.dirname(name))));
  return names.filter((_name, index) => hidden[index]);
}
