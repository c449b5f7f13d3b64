import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMissing } from '../../platform/paths/errno.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { pluginCodeTexts } from '../../protocol/texts.js';
import { pluginLimits } from '../plugin-limits.js';

/** A directory whose code may be loaded: every check of behaviour-plugins.md 1.5 has passed. */
export interface CodeDirectory {
  /** Without links on the way. */
  readonly directory: string;
  readonly entryUrl: string;
}

/**
 * Judges the entry module and the directory that its process may read. The process is confined by
 * path, so a link to a directory anywhere inside would be a way out of it.
 *
 * @throws Error with the exact reason.
 */
export async function inspectCode(directory: string, entry: string): Promise<CodeDirectory> {
  const root = await realpath(directory);
  const file = path.resolve(root, entry);
  if (root.includes('*')) throw new Error(pluginCodeTexts.directoryName);
  if (!isInside(root, file)) throw new Error(pluginCodeTexts.entryEscapes(entry));
  await refuseLinksTo(root, file);
  if (!(await isFile(file))) throw new Error(pluginCodeTexts.entryMissing(entry));
  await refuseWaysOut(root);
  return { directory: root, entryUrl: pathToFileURL(file).href };
}

/** No part of the way from the root to the file is a link. */
async function refuseLinksTo(root: string, file: string): Promise<void> {
  let current = root;
  for (const part of path.relative(root, file).split(path.sep)) {
    current = path.join(current, part);
    const stats = await lstat(current).catch(missingAsUndefined);
    if (stats?.isSymbolicLink()) throw new Error(pluginCodeTexts.entryLink(file, part));
  }
}

async function refuseWaysOut(root: string): Promise<void> {
  const waiting = [root];
  let seen = 0;
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const entry of await readdir(current, { withFileTypes: true })) {
      seen += 1;
      if (seen > pluginLimits.directoryEntries) {
        throw new Error(pluginCodeTexts.tooManyFiles(pluginLimits.directoryEntries));
      }
      const full = path.join(current, entry.name);
      if (await leadsToDirectory(entry, full)) {
        throw new Error(pluginCodeTexts.entryLink(full, entry.name));
      }
      if (entry.isDirectory()) waiting.push(full);
    }
  }
}

async function leadsToDirectory(entry: Dirent, full: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  const target = await stat(full).catch(missingAsUndefined);
  return target?.isDirectory() ?? false;
}

async function isFile(file: string): Promise<boolean> {
  const stats = await lstat(file).catch(missingAsUndefined);
  return stats?.isFile() ?? false;
}

function missingAsUndefined(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}
