import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** File contents by path in the plugin's directory. */
export type BundleFiles = ReadonlyMap<string, Buffer>;

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
