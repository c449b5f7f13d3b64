import path from 'node:path';
import { ConfinedRoot } from '#platform/paths/confined-root.js';
import { spelled } from '#platform/text/spelling.js';
import { fenceUntrusted } from '#tools/fence-untrusted.js';
import { readTextFile } from '#tools/files/read-text.js';
import { isSecretFile } from '#tools/secrets/secret-names.js';
import { languageOf } from './languages.js';
import { manifestNames } from './project-commands.js';
import { isNoteName, type ProjectNote } from './project-notes.js';

/** Characters of all shown files together. */
export const shownCharacters = 12_000;

/** In a workspace with more files only named files are shown. */
const smallWorkspace = 20;

const testFile =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]+$/i;

/** True if a file holds tests, by its path. */
export function isTestFile(file: string): boolean {
  return testFile.test(file);
}

/** Named files that are read at a time, and in all. */
const readAtOnce = 20;
const mostRead = 200;

/**
 * Files shown whole, to spare the first stage reading them: every file of a small workspace if all
 * fit, else as many named files as fit. Tests are shown if the brief mentions tests, manifests if
 * they are named, because the survey describes them.
 *
 * @param named paths of files that the brief names or an earlier run wrote
 * @param paths of all files of the workspace
 */
export async function shownFiles(
  workspacePath: string,
  brief: string,
  named: readonly string[],
  paths: readonly string[],
): Promise<readonly ProjectNote[]> {
  const tests = /test/i.test(brief);
  const isNamed = new Set(named);
  const shown = paths.filter(
    (file) =>
      (tests || !isTestFile(file)) &&
      (isNamed.has(file) || !manifestNames.has(path.posix.basename(file))),
  );
  const root = new ConfinedRoot(workspacePath);
  if (paths.length > smallWorkspace) {
    return firstThatFit(
      root,
      shown.filter((file) => isNamed.has(file)),
    );
  }
  const texts = await textsOf(root, shown);
  const all = texts.toSorted((a, b) => rank(a.path) - rank(b.path));
  if (filesThatFit(all, shownCharacters).length === all.length) return all;
  return filesThatFit(
    texts.filter((file) => isNamed.has(file.path)),
    shownCharacters,
  );
}

/** Order of files: source code first. */
function rank(file: string): number {
  return languageOf(file) === undefined ? 1 : 0;
}

/**
 * As many whole files as fit together, in order.
 * @param room characters, with the paths
 */
export function filesThatFit(files: readonly ProjectNote[], room: number): readonly ProjectNote[] {
  let left = room;
  return files.filter(({ path: file, text }) => {
    const taken = file.length + text.length;
    if (taken > left) return false;
    left -= taken;
    return true;
  });
}

/** Reads only the first files, in small groups, because an earlier run may have written thousands. */
async function firstThatFit(
  root: ConfinedRoot,
  paths: readonly string[],
): Promise<readonly ProjectNote[]> {
  let fitting: readonly ProjectNote[] = [];
  for (let at = 0; at < Math.min(paths.length, mostRead); at += readAtOnce) {
    const read = await textsOf(root, paths.slice(at, at + readAtOnce));
    fitting = filesThatFit([...fitting, ...read], shownCharacters);
  }
  return fitting;
}

async function textsOf(
  root: ConfinedRoot,
  paths: readonly string[],
): Promise<readonly ProjectNote[]> {
  const wanted = paths.filter(mayShow);
  const texts = await Promise.all(wanted.map((file) => textOf(root, file)));
  return wanted.flatMap((file, at) => {
    const text = texts[at];
    return typeof text === 'string' && text !== '' ? [{ path: file, text }] : [];
  });
}

/** Licences and lock files tell little; notes are shown on their own, and secrets never. */
function mayShow(file: string): boolean {
  const name = path.posix.basename(file);
  const tellsLittle = /^(?:licen[cs]e|copying)\b|[.-]lock(?:\.|$)|^\.git/i.test(name);
  return !tellsLittle && !isNoteName(name) && !isSecretFile(file);
}

/** The text of a file; null: it cannot be shown exactly, so that an edit by it could fail. */
async function textOf(root: ConfinedRoot, file: string): Promise<string | null> {
  try {
    const bytes = await readTextFile(root, file, shownCharacters * 4);
    const text = bytes.toString('utf8');
    const isExact = Buffer.from(text, 'utf8').equals(bytes) && spelled(text) === text;
    return isExact && fenceUntrusted('', text).includes(text) ? text : null;
  } catch {
    return null;
  }
}
