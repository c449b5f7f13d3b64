import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { readWithoutFollowing } from '../../platform/paths/read-without-following.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { pluginLimits } from '../plugin-limits.js';

/** A plugin's code for its machine. */
interface PluginSources {
  /** Path of the entry module. */
  readonly entry: string;
  /** Texts of modules by path, with `/` as separator. */
  readonly files: Readonly<Record<string, string>>;
}

const moduleName = /\.(?:[mc]?js|json)$/;

/**
 * Reads and checks a plugin's modules: an existing entry inside, no links, limited files and bytes.
 *
 * @throws Error with the exact reason.
 */
export async function readSources(directory: string, entry: string): Promise<PluginSources> {
  const root = await realpath(directory);
  const file = path.resolve(root, entry);
  if (!isInside(root, file)) throw new Error(pluginCodeTexts.entryEscapes(entry));
  await refuseLinksTo(root, file);
  const paths = await filesWithoutLinks(root);
  const name = slashed(path.relative(root, file));
  if (!paths.includes(name)) throw new Error(pluginCodeTexts.entryMissing(entry));
  const wanted = paths.filter((each) => moduleName.test(each) || each === name);
  return { entry: name, files: await readAll(root, wanted) };
}

/**
 * All files of a plugin's directory by path.
 * @throws Error for links of any kind, and for too many entries
 */
export async function filesWithoutLinks(directory: string): Promise<readonly string[]> {
  const root = await realpath(directory);
  const files: string[] = [];
  const waiting = [''];
  let seen = 0;
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const entry of await readdir(path.join(root, current), { withFileTypes: true })) {
      seen += 1;
      if (seen > pluginLimits.directoryEntries) {
        throw new Error(pluginCodeTexts.tooManyFiles(pluginLimits.directoryEntries));
      }
      const relative = current === '' ? entry.name : `${current}/${entry.name}`;
      refuseLink(entry, path.join(root, relative));
      if (entry.isDirectory()) waiting.push(relative);
      else if (entry.isFile()) files.push(relative);
    }
  }
  return files.sort();
}

/** @throws if any part of the path from the root to the file is a link. */
async function refuseLinksTo(root: string, file: string): Promise<void> {
  let current = root;
  for (const part of path.relative(root, file).split(path.sep)) {
    current = path.join(current, part);
    const stats = await lstat(current).catch(() => undefined);
    if (stats?.isSymbolicLink()) throw new Error(pluginCodeTexts.entryLink(file, part));
  }
}

function refuseLink(entry: Dirent, full: string): void {
  if (entry.isSymbolicLink()) throw new Error(pluginCodeTexts.entryLink(full, entry.name));
}

async function readAll(
  root: string,
  paths: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  let left: number = pluginLimits.codeBytes;
  const texts: (readonly [string, string])[] = [];
  for (const relative of paths) {
    const file = path.join(root, relative);
    left -= (await lstat(file)).size;
    if (left < 0) throw new Error(pluginCodeTexts.tooMuchCode(pluginLimits.codeBytes));
    texts.push([relative, await readWithoutFollowing(file)]);
  }
  return Object.fromEntries(texts);
}

function slashed(relative: string): string {
  return relative.split(path.sep).join('/');
}
