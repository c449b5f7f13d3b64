import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ConfinedRoot } from '#platform/paths/confined-root.js';
import { clipToLine } from '#platform/text/clip.js';
import { sanitizeOutput } from '#platform/text/sanitize-output.js';
import { repositoryTexts } from '#protocol/texts/repository.js';
import { readTextFile } from '#tools/files/read-text.js';

/** A file with notes for developers of a project. */
export interface ProjectNote {
  /** Relative to the workspace, joined with `/`. */
  readonly path: string;
  /** Cut if there was not enough room, and then says so. */
  readonly text: string;
}

/** Characters of all notes of a run together. */
export const noteCharacters = 24_000;

const noteNames: readonly string[] = ['AGENTS.md', 'CLAUDE.md'];
const noteBytes = 256 * 1024;
const directoriesSearched = 100;

export function isNoteName(name: string): boolean {
  return noteNames.includes(name);
}

/**
 * The notes of the workspace's root and of the directories above these paths, the root's first,
 * each content once, within the room that the known notes leave.
 *
 * @param paths paths of files, which need not exist, or directories, relative to the workspace
 */
export async function projectNotes(
  workspacePath: string,
  paths: readonly string[],
  known: readonly ProjectNote[] = [],
): Promise<readonly ProjectNote[]> {
  const seen = new Set(known.map((note) => note.path));
  const files = directoriesAbove(paths)
    .flatMap((directory) => noteNames.map((name) => path.posix.join(directory, name)))
    .filter((file) => !seen.has(file));
  const texts = await Promise.all(files.map((file) => noteAt(workspacePath, file)));
  const contents = new Set(known.map(({ text }) => text));
  let left = noteCharacters - known.reduce((sum, { text }) => sum + text.length, 0);
  return files.flatMap((file, at) => {
    const text = texts[at] ?? '';
    if (text === '' || contents.has(text) || left <= 0) return [];
    contents.add(text);
    const shown = clipToLine(text, left, (omitted) => repositoryTexts.noteCut(omitted, file));
    left -= shown.length;
    return [{ path: file, text: shown }];
  });
}

/** The root, then the directories of each path, those nearest to the root first. */
function directoriesAbove(paths: readonly string[]): readonly string[] {
  const found = new Set(['.']);
  for (const given of paths) {
    const parts = path.posix.normalize(given.replaceAll('\\', '/')).split('/');
    if (parts[0] === '' || parts[0] === '..') continue;
    parts.forEach((_, depth) => found.add(parts.slice(0, depth + 1).join('/')));
  }
  const depthOf = (directory: string) => (directory === '.' ? 0 : directory.split('/').length);
  return [...found]
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .slice(0, directoriesSearched);
}

/**
 * The text of a note; a link is followed inside the workspace. Null: there is none, or it is
 * unreadable.
 */
async function noteAt(workspacePath: string, file: string): Promise<string | null> {
  try {
    const root = await realpath(workspacePath);
    const real = path.relative(root, await realpath(path.join(root, file)));
    const bytes = await readTextFile(new ConfinedRoot(root), real, noteBytes);
    return sanitizeOutput(bytes.toString('utf8')).trim();
  } catch {
    return null;
  }
}

const filesNamed = 20;
const wordsRead = 2000;

/**
 * Files that a text names by their path or their name; one in capitals, such as README, also
 * without its extension.
 *
 * @param paths of the workspace's files
 */
export function filesNamedIn(text: string, paths: readonly string[]): readonly string[] {
  const names = new Set([...namesIn(text), ...(text.match(/\b[A-Z]{5,}\b/g) ?? [])]);
  const isNamed = (file: string) =>
    names.has(file) ||
    names.has(path.posix.basename(file)) ||
    names.has(path.posix.parse(file).name);
  return paths.filter(isNamed).slice(0, filesNamed);
}

/** Paths of files or directories in a text, whether they exist or not. */
export function pathsIn(text: string): readonly string[] {
  const paths = namesIn(text).filter((name) => name.includes('/'));
  return [...new Set(paths)].slice(0, filesNamed);
}

/** Words that look like a path or the name of a file. */
function namesIn(text: string): readonly string[] {
  const words = text.match(/[\w@.+\\/-]+/g) ?? [];
  return words
    .slice(0, wordsRead)
    .map((word) => word.replaceAll('\\', '/').replace(/^\.\//, '').replace(/[./]$/, ''))
    .filter((word) => /[./]/.test(word));
}
