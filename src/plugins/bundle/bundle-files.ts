import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { bundleTexts } from '../../protocol/texts/marketplace.js';

/** File contents by path in the plugin's directory. */
export type BundleFiles = ReadonlyMap<string, Buffer>;

/**
 * Adds a file unless another entry conflicts with it.
 * @throws RefusedError
 */
export function addFile(files: Map<string, Buffer>, path: string, content: Buffer): void {
  if (files.has(path)) throw new RefusedError(bundleTexts.twice(path));
  files.set(path, content);
}

/** @throws RefusedError if a file would also have to be a directory. */
export function refuseFilesUnderFiles(files: BundleFiles): void {
  for (const path of files.keys()) {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length += 1) {
      const above = parts.slice(0, length).join('/');
      if (files.has(above)) throw new RefusedError(bundleTexts.inTheWay(above));
    }
  }
}

/**
 * The plugin's own files: the archive's, or those of its single top directory. Null if neither has
 * a `plugin.json`.
 */
export function pluginFiles(files: BundleFiles): BundleFiles | null {
  if (files.has('plugin.json')) return files;
  const [wrapper, ...others] = new Set([...files.keys()].map((path) => path.split('/')[0] ?? ''));
  if (wrapper === undefined || others.length > 0 || !files.has(`${wrapper}/plugin.json`)) {
    return null;
  }
  return new Map([...files].map(([path, content]) => [path.slice(wrapper.length + 1), content]));
}

/** Writes checked files into a directory that does not exist yet. */
export async function writeFiles(directory: string, files: BundleFiles): Promise<void> {
  await mkdir(directory, { recursive: false });
  for (const [relative, content] of files) {
    const target = path.join(directory, ...relative.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  }
}
