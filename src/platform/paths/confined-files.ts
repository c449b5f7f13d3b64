import { pathTexts } from '../../protocol/texts/paths.js';
import type { ConfinedRoot } from './confined-root.js';

/** An entry of a directory below a confined root. */
interface ConfinedEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a file below the root; null: there is none.
 * @throws RefusedError for a link, a path that leaves the root, another encoding, or a larger file
 */
export async function readConfined(
  root: ConfinedRoot,
  path: string,
  mostBytes: number,
): Promise<string | null> {
  const found = await root.find(path);
  if (found.kind === 'missing') return null;
  if (found.kind === 'directory') {
    await found.directory[Symbol.asyncDispose]();
    return null;
  }
  await using file = found.file;
  if (found.size > mostBytes) throw new Error(pathTexts.largerThan(mostBytes));
  // Read by length, because a file may grow meanwhile.
  const bytes = Buffer.alloc(mostBytes + 1);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  if (bytesRead > mostBytes) throw new Error(pathTexts.largerThan(mostBytes));
  try {
    return utf8.decode(bytes.subarray(0, bytesRead));
  } catch {
    throw new Error(pathTexts.notUtf8);
  }
}

/**
 * The first entries of a directory below the root by name; empty: there is none.
 * @throws RefusedError for a link, or a path that leaves the root
 */
export async function listConfined(
  root: ConfinedRoot,
  path: string,
  most: number,
): Promise<readonly ConfinedEntry[]> {
  const found = await root.find(path);
  if (found.kind === 'file') await found.file.close();
  if (found.kind !== 'directory') return [];
  await using directory = found.directory;
  const { entries } = await directory.firstEntries(most);
  return entries
    .map((entry): ConfinedEntry => {
      if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' };
      if (entry.isDirectory()) return { name: entry.name, kind: 'directory' };
      return { name: entry.name, kind: entry.isFile() ? 'file' : 'other' };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
