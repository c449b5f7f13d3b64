import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BundleFiles } from './bundle-files.js';

/** Writes checked files into a directory that does not exist yet. */
export async function writeFiles(directory: string, files: BundleFiles): Promise<void> {
  await mkdir(directory, { recursive: false });
  for (const [relative, content] of files) {
    const target = path.join(directory, ...relative.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  }
}
