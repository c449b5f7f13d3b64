import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';

const looksAtOnce = 32;

/** Total size of the files below a directory; 0 if there is none. */
export async function bytesIn(directory: string): Promise<number> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const atOnce = pLimit(looksAtOnce);
  const sizes = found.map((entry) =>
    atOnce(async () => {
      if (!entry.isFile()) return 0;
      const stats = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
      return stats?.size ?? 0;
    }),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
