import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { bundleTexts } from '../../protocol/texts.js';
import type { BundleFiles } from '../bundle/bundle-files.js';

/**
 * The files of a plugin's directory by their path in it, in a fixed order. Names that start with a
 * dot stay at home: they are the author's, not the plugin's.
 *
 * @throws RefusedError for a link, which no bundle may contain.
 */
export async function collectFiles(directory: string): Promise<BundleFiles> {
  const files = new Map<string, Buffer>();
  await collect(directory, '', files);
  return files;
}

async function collect(root: string, within: string, files: Map<string, Buffer>): Promise<void> {
  const entries = await readdir(path.join(root, within), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const relative = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isSymbolicLink()) throw new RefusedError(bundleTexts.link(relative));
    if (entry.isDirectory()) await collect(root, relative, files);
    else if (entry.isFile()) files.set(relative, await readFile(path.join(root, relative)));
  }
}
