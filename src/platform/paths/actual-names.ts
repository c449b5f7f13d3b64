import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { shownName } from './shown-name.js';

/** Names whose spelling on disk may differ: accents, or spelled-out invisible characters. */
const maybeOther = /[^\0-\x7f]|\\u\{/;

/**
 * The parts of a path as spelled on disk, as far as they exist: for a missing name, the one entry
 * of its directory that is equal in Unicode's composed form or is shown alike. Links are not
 * followed.
 */
export async function actualNames(root: string, parts: readonly string[]): Promise<string[]> {
  const actual = [...parts];
  if (parts[0] === '..' || !parts.some((part) => maybeOther.test(part))) return actual;
  let current = path.resolve(root);
  for (const [index, part] of parts.entries()) {
    const found = await lookFor(current, part);
    if (found === undefined) break;
    actual[index] = found.name;
    if (!found.isDirectory) break;
    current = path.join(current, found.name);
  }
  return actual;
}

interface FoundName {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** Undefined: there is no entry, or more than one matches. */
async function lookFor(directory: string, name: string): Promise<FoundName | undefined> {
  const there = await lookAt(directory, name);
  if (there || !maybeOther.test(name)) return there;
  const wanted = name.normalize('NFC');
  const entries = await readdir(directory).catch(() => []);
  const [entry, ...others] = entries.filter(
    (one) => one.normalize('NFC') === wanted || shownName(one).normalize('NFC') === wanted,
  );
  return entry === undefined || others.length > 0 ? undefined : lookAt(directory, entry);
}

async function lookAt(directory: string, name: string): Promise<FoundName | undefined> {
  const stats = await lstat(path.join(directory, name)).catch(() => undefined);
  return stats && { name, isDirectory: stats.isDirectory() };
}
