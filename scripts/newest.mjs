import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Latest modification time of a file or of anything under a folder, ms; a removal changes the
 * folder itself.
 */
export function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
