import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import type { OpenDirectory } from '../../platform/paths/open-directory.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { isIgnored, rulesIn } from './gitignore.js';
import type { IgnoreRules } from './gitignore.js';
import { isWalked } from './never-walked.js';
import { inWorkspace, rulesAbove } from './walk.js';

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
    'List a directory of the workspace as a tree: directories first, five levels deep, at most 200 entries. What .gitignore leaves out is left out, unless path names it.',
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
    const root = new ConfinedRoot(workspaceRoot);
    await using directory = await openListed(root, path);
    const start = root.relative(await root.check(path));
    const listing: Listing = { lines: [], entries: 0, truncated: false };
    const above = await rulesAbove(root, start);
    await list({ directory, path: start, depth: 0, above }, listing);
    if (listing.entries === 0) listing.lines.push('(empty directory)');
    if (listing.truncated) listing.lines.push(`(truncated at ${maxEntries} entries)`);
    return {
      ok: true,
      content: listing.lines.join('\n'),
      preview: `${path}: ${listing.entries} entries`,
    };
  },
});

async function openListed(root: ConfinedRoot, path: string): Promise<OpenDirectory> {
  const found = await root.find(path);
  if (found.kind === 'directory') return found.directory;
  if (found.kind === 'missing') throw new RefusedError(toolTexts.noDirectory(path));
  await found.file.close();
  throw new RefusedError(toolTexts.notADirectory(path));
}

interface Listed {
  readonly directory: OpenDirectory;
  /** Relative to the workspace. */
  readonly path: string;
  readonly depth: number;
  readonly above: IgnoreRules | undefined;
}

async function list({ directory, path, depth, above }: Listed, listing: Listing): Promise<void> {
  const indent = '  '.repeat(depth);
  const rules = await rulesIn(directory, path === '.' ? '' : path, above);
  for (const entry of await shownEntries(directory, path, rules)) {
    if (listing.entries === maxEntries) {
      listing.truncated = true;
      return;
    }
    listing.entries += 1;
    listing.lines.push(indent + entry.name + suffix(entry));
    if (entry.isDirectory && isWalked(entry.name)) {
      await using child = await openOrSkip(directory, entry.name);
      if (!child) continue;
      const below = inWorkspace(path, entry.name);
      await listChild({ directory: child, path: below, depth: depth + 1, above: rules }, listing);
      if (listing.truncated) return;
    }
  }
}

async function listChild(child: Listed, listing: Listing): Promise<void> {
  if (child.depth < levels) return list(child, listing);
  const entries = await child.directory.entries();
  if (entries.length > 0) listing.lines.push(`${'  '.repeat(child.depth)}…/`);
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

async function shownEntries(
  directory: OpenDirectory,
  path: string,
  rules: IgnoreRules | undefined,
): Promise<ListedEntry[]> {
  const entries = (await directory.entries()).map((entry) => ({
    name: entry.name,
    isDirectory: entry.isDirectory(),
    isLink: entry.isSymbolicLink(),
  }));
  const shown = entries.filter(
    ({ name, isDirectory }) => !isIgnored(rules, inWorkspace(path, name), isDirectory),
  );
  return shown.sort(
    (a, b) => Number(b.isDirectory) - Number(a.isDirectory) || compareNames(a.name, b.name),
  );
}

/** Case-insensitive; names that differ only in case keep a fixed order. */
function compareNames(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x !== y) return x < y ? -1 : 1;
  return a < b ? -1 : 1;
}
