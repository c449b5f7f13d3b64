import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Returns a PATH with which child processes find this `node` program. */
export function nodeFirst(path, node) {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined && realpathSync(found) === realpathSync(node)) return path;
  return [dirname(node), ...folders].join(delimiter);
}
