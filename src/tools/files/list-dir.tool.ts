import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import type { OpenDirectory } from '../../platform/paths/open-directory.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { builtInTool } from '../built-in-tool.js';
import { pageCharacters } from '../results/result-pages.js';
import { isIgnored, rulesIn } from './gitignore.js';
import type { GitignoreRules } from './gitignore.js';
import { LeftOut } from './left-out.js';
import { inWorkspace, isWalked, rulesAbove } from './walk.js';

const maxEntries = 200;
const levels = 5;

interface ListDirArguments {
  readonly path: string;
  readonly offset: number;
}

interface Listing {
  readonly lines: string[];
  /** Entries to skip. */
  readonly offset: number;
  readonly leftOut: LeftOut;
  /** Entries found so far. */
  met: number;
  characters: number;
  truncated: boolean;
}

export const listDirTool = builtInTool<ListDirArguments>({
  name: 'list_dir',
  description: 'List a directory as a tree, five levels deep, by pages.',
  properties: {
    path: { type: 'string', minLength: 1, default: '.' },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
  readOnly: true,
  run: async ({ path, offset }, { workspaceRoot }) => {
    const root = new ConfinedRoot(workspaceRoot);
    await using directory = await openListed(root, path);
    const start = root.relative(await root.check(path));
    const leftOut = new LeftOut();
    const listing = { lines: [], offset, leftOut, met: 0, characters: 0, truncated: false };
    const above = await rulesAbove(root, start);
    await list({ directory, path: start, depth: 0, above, within: [] }, listing);
    const shown = Math.max(0, listing.met - offset);
    const content = [...listing.lines, ...noteOf(listing, shown)].join('\n');
    return { ok: true, content, preview: `${shownName(path)}: ${shown} entries` };
  },
});

function noteOf({ met, offset, truncated, leftOut }: Listing, shown: number): string[] {
  if (truncated) return [`(truncated at ${shown} entries)`, resultTexts.continueAt(met)];
  if (shown > 0) return [];
  if (offset > 0) return [resultTexts.nothingFrom(offset)];
  const hidden = leftOut.ofWalk();
  return hidden.length > 0 ? [...hidden] : ['(empty directory)'];
}

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
  readonly above: GitignoreRules | undefined;
  /** The lines of the surrounding directories. */
  readonly within: readonly string[];
}

async function list(listed: Listed, listing: Listing): Promise<void> {
  const { directory, path, depth, above, within } = listed;
  const indent = '  '.repeat(depth);
  const rules = await rulesIn(directory, path === '.' ? '' : path, above);
  for (const entry of await shownEntries(directory, path, rules, listing.leftOut)) {
    if (isFull(listing)) {
      listing.truncated = true;
      return;
    }
    const line = indent + shownName(entry.name) + suffix(entry);
    show(listing, within, line);
    if (entry.isDirectory && isWalked(entry.name)) {
      await using child = await openOrSkip(directory, entry.name);
      if (!child) continue;
      const below = inWorkspace(path, entry.name);
      const inside = [...within, line];
      await listChild(
        { directory: child, path: below, depth: depth + 1, above: rules, within: inside },
        listing,
      );
      if (listing.truncated) return;
    }
  }
}

async function listChild(child: Listed, listing: Listing): Promise<void> {
  if (child.depth < levels) return list(child, listing);
  const entries = await child.directory.entries();
  const isShown = listing.met > listing.offset;
  if (!isShown || entries.length === 0) return;
  const line = `${'  '.repeat(child.depth)}…/`;
  listing.characters += line.length + 1;
  listing.lines.push(line);
}

function isFull({ met, offset, characters }: Listing): boolean {
  return met - offset >= maxEntries || characters >= pageCharacters;
}

/**
 * Counts an entry and shows it unless it is skipped; a page begins with its surrounding
 * directories.
 */
function show(listing: Listing, within: readonly string[], line: string): void {
  listing.met += 1;
  if (listing.met <= listing.offset) return;
  const lines = listing.lines.length === 0 ? [...within, line] : [line];
  for (const each of lines) listing.characters += each.length + 1;
  listing.lines.push(...lines);
}

/** A directory that is inaccessible or gone is listed by name only. */
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
  rules: GitignoreRules | undefined,
  leftOut: LeftOut,
): Promise<ListedEntry[]> {
  const entries = (await directory.entries()).map((entry) => ({
    name: entry.name,
    isDirectory: entry.isDirectory(),
    isLink: entry.isSymbolicLink(),
  }));
  const shown = entries.filter(({ name, isDirectory }) => {
    const whole = inWorkspace(path, name);
    if (!isIgnored(rules, whole, isDirectory)) return true;
    leftOut.note(isDirectory ? `${whole}/` : whole, 'ignored');
    return false;
  });
  return shown.sort(
    (a, b) => Number(b.isDirectory) - Number(a.isDirectory) || compareNames(a.name, b.name),
  );
}

/** Case-insensitive; names that differ only in case have a fixed order. */
function compareNames(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x !== y) return x < y ? -1 : 1;
  return a < b ? -1 : 1;
}
