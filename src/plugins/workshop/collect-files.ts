import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { bundleTexts } from '../../protocol/texts/marketplace.js';
import type { BundleFiles } from '../bundle/bundle-files.js';
import { pluginLimits } from '../plugin-limits.js';

/**
 * A plugin directory's files by path, in a fixed order, without names with a leading dot. Reads no
 * more than a bundle may contain.
 *
 * @throws RefusedError for links and for too much content.
 */
export async function collectFiles(directory: string): Promise<BundleFiles> {
  const files = new Map<string, Buffer>();
  let left: number = pluginLimits.bundleBytes;
  for await (const relative of fileNames(directory)) {
    const file = path.join(directory, relative);
    left -= (await lstat(file)).size;
    if (left < 0) throw new RefusedError(bundleTexts.tooLarge);
    if (files.size === pluginLimits.bundleFiles) throw new RefusedError(bundleTexts.tooManyFiles);
    files.set(relative, await readFile(file));
  }
  return files;
}

async function* fileNames(root: string, within = ''): AsyncIterable<string> {
  const entries = await readdir(path.join(root, within), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const relative = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isSymbolicLink()) throw new RefusedError(bundleTexts.link(relative));
    if (entry.isDirectory()) yield* fileNames(root, relative);
    else if (entry.isFile()) yield relative;
  }
}
