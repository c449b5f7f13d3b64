import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { shownName } from './shown-name.js';

/** A name that may be written differently on disk: an accent, or the spelling of what cannot be seen. */
const maybeOther = /[^\0-\x7f]|\\u\{/;

/**
 * The parts of a path as they are called on disk, as far as something is there: where a name is
 * missing, the one entry of its directory that is the same in Unicode's composed form, or is shown
 * like it. What is behind a link is not looked at.
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

/** Undefined: nothing is there, or more than one entry could be meant. */
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
