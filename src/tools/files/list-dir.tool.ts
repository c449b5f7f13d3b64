import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import type { OpenDirectory } from '../../platform/paths/open-directory.js';
import { toolTexts } from '../../protocol/texts.js';
import { builtInTool } from '../built-in-tool.js';
import { isWalked } from './never-walked.js';

const maxEntries = 200;
const levels = 5;

interface ListDirArguments {
  readonly path: string;
}

interface Listing {
  readonly lines: string[];
  entries: number;
  truncated: boolean;
}

export const listDirTool = builtInTool<ListDirArguments>({
  name: 'list_dir',
  description:
    'List a directory of the workspace as a tree: directories first, five levels deep, at most 200 entries.',
  properties: {
    path: {
      type: 'string',
      minLength: 1,
      default: '.',
      description: 'Directory, relative to the workspace root.',
    },
  },
  readOnly: true,
  run: async ({ path }, { workspaceRoot }) => {
    const directory = await openListed(workspaceRoot, path);
    const listing: Listing = { lines: [], entries: 0, truncated: false };
    try {
      await list(directory, 0, listing);
    } finally {
      await directory.close();
    }
    if (listing.entries === 0) listing.lines.push('(empty directory)');
    if (listing.truncated) listing.lines.push(`(truncated at ${maxEntries} entries)`);
    return {
      ok: true,
      content: listing.lines.join('\n'),
      preview: `${path}: ${listing.entries} entries`,
    };
  },
});

async function openListed(root: string, path: string): Promise<OpenDirectory> {
  const found = await new ConfinedRoot(root).find(path);
  if (found.kind === 'directory') return found.directory;
  if (found.kind === 'missing') throw new RefusedError(toolTexts.noDirectory(path));
  await found.file.close();
  throw new RefusedError(toolTexts.notADirectory(path));
}

async function list(directory: OpenDirectory, depth: number, listing: Listing): Promise<void> {
  const indent = '  '.repeat(depth);
  for (const entry of await sortedEntries(directory)) {
    if (listing.entries === maxEntries) {
      listing.truncated = true;
      return;
    }
    listing.entries += 1;
    listing.lines.push(indent + entry.name + suffix(entry));
    if (entry.isDirectory && isWalked(entry.name)) {
      await listChild(directory, entry.name, depth + 1, listing);
      if (listing.truncated) return;
    }
  }
}

async function listChild(
  parent: OpenDirectory,
  name: string,
  depth: number,
  listing: Listing,
): Promise<void> {
  const child = await openOrSkip(parent, name);
  if (!child) return;
  try {
    if (depth < levels) await list(child, depth, listing);
    else if ((await child.entries()).length > 0) listing.lines.push(`${'  '.repeat(depth)}…/`);
  } finally {
    await child.close();
  }
}

/** A directory that is closed to the service, or gone by now, is listed by its name alone. */
async function openOrSkip(parent: OpenDirectory, name: string): Promise<OpenDirectory | undefined> {
  try {
    return await parent.openDirectory(name);
  } catch {
    return undefined;
  }
}

interface ListedEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isLink: boolean;
}

const suffix = (entry: ListedEntry): string =>
  entry.isDirectory ? '/' : entry.isLink ? ' (link, not followed)' : '';

async function sortedEntries(directory: OpenDirectory): Promise<ListedEntry[]> {
  const entries = (await directory.entries()).map((entry) => ({
    name: entry.name,
    isDirectory: entry.isDirectory(),
    isLink: entry.isSymbolicLink(),
  }));
  return entries.sort(
    (a, b) => Number(b.isDirectory) - Number(a.isDirectory) || compareNames(a.name, b.name),
  );
}

/** Case-insensitive; names that differ only in case keep a fixed order. */
function compareNames(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x !== y) return x < y ? -1 : 1;
  return a < b ? -1 : 1;
}
