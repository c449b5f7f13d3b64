import { type FileHandle, lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathTexts } from '../../protocol/texts/paths.js';
import { withoutEnd } from '../text/without-end.js';
import { errnoOf, isMissing } from './errno.js';
import { OpenDirectory } from './open-directory.js';
import { notAFile, PathRefusedError } from './path-errors.js';
import { replaceFile } from './replace-file.js';
import { isInside, resolveLexically } from './resolve-lexically.js';
import { shownName } from './shown-name.js';

/** Characters that some file systems ignore in names, so that `.g\u200cit` equals `.git`. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** An opened entry; the caller closes the file or directory. */
type Found =
  | {
      readonly kind: 'file';
      readonly file: FileHandle;
      readonly size: number;
    }
  | { readonly kind: 'directory'; readonly directory: OpenDirectory }
  | { readonly kind: 'missing' };

/**
 * A directory that paths cannot leave: the workspace for employees, its own directory for a plugin,
 * the run's directory for a harness.
 *
 * A path is first checked as text, then against the disk, so that a refusal names its reason. It is
 * then opened part by part from the root's descriptor without following links, so changes made to
 * the tree meanwhile cannot lead outside (see `OpenDirectory`).
 */
export class ConfinedRoot {
  constructor(readonly root: string) {}

  /**
   * The absolute path, after all checks.
   * @throws PathRefusedError
   */
  async check(candidate: unknown): Promise<string> {
    const resolved = await this.asCalled(resolveLexically(this.root, candidate));
    const canonicalRoot = await realpath(this.root);
    await this.checkCanonical(String(candidate), resolved, canonicalRoot);
    await this.checkLinks(String(candidate), resolved);
    return resolved;
  }

  /**
   * Like `check`, for a path to be written: also refuses anything below a `.git` directory.
   * @throws PathRefusedError
   */
  async checkWritable(candidate: unknown): Promise<string> {
    const checked = await this.check(candidate);
    if (this.parts(checked).some(isControlDirectory)) {
      throw new PathRefusedError('git', pathTexts.git(String(candidate)));
    }
    return checked;
  }

  /** The path as tools report it: relative to the root, joined with `/`; the root is `.`. */
  relative(absolute: string): string {
    return this.parts(absolute).join('/') || '.';
  }

  /**
   * A key that is equal for all spellings of a path to the same file, through any root, also on
   * case-insensitive file systems.
   * @throws PathRefusedError
   */
  async lockName(candidate: unknown): Promise<string> {
    const parts = this.parts(await this.checkWritable(candidate));
    return path
      .join(await realpath(this.root), ...parts)
      .normalize('NFC')
      .toLowerCase();
  }

  /**
   * Opens the entry at a path for reading.
   * @throws PathRefusedError also for anything that is neither a file nor a directory.
   */
  async find(candidate: unknown): Promise<Found> {
    const parts = this.parts(await this.check(candidate));
    const name = parts.pop();
    try {
      if (name === undefined) return { kind: 'directory', directory: await this.descend([]) };
      await using parent = await this.descend(parts);
      return await openAny(parent, name);
    } catch (error) {
      if (isMissing(error)) return { kind: 'missing' };
      throw readable(error, String(candidate));
    }
  }

  /**
   * Puts a file in place, completely or not at all; makes missing parents and keeps the permissions
   * and owner of an existing file. The old file is replaced, not overwritten, so hard links to it
   * keep their content.
   *
   * @param expected present content, null for no file; absent: anything
   * @returns the path relative to the root.
   * @throws PathRefusedError also for anything below a `.git` directory.
   * @throws FileChangedError if the content differs from `expected`.
   */
  async write(
    candidate: unknown,
    content: string | Buffer,
    expected?: Buffer | null,
  ): Promise<string> {
    const checked = await this.checkWritable(candidate);
    const parts = this.parts(checked);
    const name = parts.pop();
    if (name === undefined) throw notAFile(String(candidate));
    try {
      await using parent = await this.descend(parts, true);
      await replaceFile(parent, name, content, String(candidate), expected);
    } catch (error) {
      throw readable(error, String(candidate));
    }
    return this.relative(checked);
  }

  /** The path with the names on disk, checked by the same rules. */
  private async asCalled(resolved: string): Promise<string> {
    const parts = this.parts(resolved);
    const names = await actualNames(this.root, parts);
    const isSame = names.every((name, index) => name === parts[index]);
    return isSame ? resolved : resolveLexically(this.root, names.join('/'));
  }

  private parts(absolute: string): string[] {
    return path.relative(path.resolve(this.root), absolute).split(path.sep).filter(Boolean);
  }

  /** Checks that the real path, as far as it exists, is inside the real root. */
  private async checkCanonical(candidate: string, resolved: string, root: string): Promise<void> {
    let existing = resolved;
    for (;;) {
      const canonical = await canonicalOrMissing(existing, candidate);
      if (canonical !== undefined) {
        const whole = path.join(canonical, path.relative(existing, resolved));
        if (isInside(root, whole)) return;
        throw new PathRefusedError('escape', pathTexts.escapes(candidate, this.root));
      }
      existing = path.dirname(existing);
    }
  }

  /** Checks that no part below the root is a link. */
  private async checkLinks(candidate: string, resolved: string): Promise<void> {
    let current = path.resolve(this.root);
    for (const part of this.parts(resolved)) {
      current = path.join(current, part);
      try {
        if (!(await lstat(current)).isSymbolicLink()) continue;
      } catch (error) {
        if (isMissing(error)) return;
        throw error;
      }
      throw new PathRefusedError('link', pathTexts.link(candidate, this.relative(current)));
    }
  }

  private async descend(parts: readonly string[], create = false): Promise<OpenDirectory> {
    let current = await OpenDirectory.open(await realpath(this.root));
    for (const part of parts) {
      await using parent = current;
      current = create ? await openOrCreate(parent, part) : await parent.openDirectory(part);
    }
    return current;
  }
}

async function canonicalOrMissing(
  existing: string,
  candidate: string,
): Promise<string | undefined> {
  try {
    return await realpath(existing);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw readable(error, candidate);
  }
}

async function openOrCreate(parent: OpenDirectory, name: string): Promise<OpenDirectory> {
  try {
    return await parent.openDirectory(name);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  await parent.createDirectory(name).catch((error: unknown) => {
    if (errnoOf(error) !== 'EEXIST') throw error;
  });
  return parent.openDirectory(name);
}

async function openAny(parent: OpenDirectory, name: string): Promise<Found> {
  const file = await parent.openForReading(name);
  const stats = await file.stat();
  if (stats.isFile()) {
    return { kind: 'file', file, size: stats.size };
  }
  await file.close();
  if (!stats.isDirectory()) throw notAFile(name);
  return { kind: 'directory', directory: await parent.openDirectory(name) };
}

/**
 * Turns an error about a link or file that appeared after the checks into a refusal; returns others
 * unchanged.
 */
function readable(error: unknown, candidate: string): unknown {
  switch (errnoOf(error)) {
    case 'ELOOP':
      return new PathRefusedError('link', pathTexts.link(candidate, candidate));
    case 'ENXIO':
      return notAFile(candidate);
    case 'ENOTDIR':
      return new PathRefusedError('not-a-directory', pathTexts.notADirectory(candidate));
    default:
      return error;
  }
}

/**
 * True if some file system takes this name for `.git`: in any case, with trailing dots or blanks,
 * with ignored characters, or as its 8.3 short name.
 */
export function isControlDirectory(component: string): boolean {
  const name = withoutEnd(component.normalize('NFC').replace(ignored, ''), '. ').toLowerCase();
  return name === '.git' || name === 'git~1';
}

/** Names whose spelling on disk may differ: accents, or spelled-out invisible characters. */
const maybeOther = /[^\0-\x7f]|\\u\{/;

/**
 * The parts of a path as spelled on disk, as far as they exist: for a missing name, the one entry
 * of its directory that is equal in Unicode's composed form or is shown alike. Links are not
 * followed.
 */
async function actualNames(root: string, parts: readonly string[]): Promise<string[]> {
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
