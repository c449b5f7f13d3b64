import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { RefusedError } from '../../platform/errors/office-error.js';
import { errnoOf } from '../../platform/paths/errno.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';
import type { ApprovedFile } from '../../protocol/records/approval-parts.js';
import { approvedFileTexts } from '../../protocol/texts/approved-files.js';
import { isSecretFile } from '../secrets/secret-names.js';
import { namedFiles } from './named-files.js';

/** Of larger files, and of those that look like secrets, size, times and inode are compared. */
const mostBytes = 32 * 1024 * 1024;
/** With more files, a yes applies to one call only. */
const mostFiles = 100;
/** A longer manifest is not read. */
const manifestBytes = 1024 * 1024;

const packageJson = z.looseObject({ scripts: z.record(z.string(), z.string()).optional() });

/** The files to which a yes to a command is bound. */
interface PinnedFiles {
  readonly files: readonly ApprovedFile[];
  /** False: there are more. */
  readonly areAll: boolean;
}

/** Files changed between a yes and the start of its command, which was not started. */
export class FilesChangedError extends RefusedError {
  readonly names: readonly string[];

  constructor(paths: readonly string[]) {
    const names = paths.map(shownName);
    super(approvedFileTexts.changedSince(names));
    this.names = names;
  }
}

/** The files that a command line and its package scripts run, in their present state. */
export async function pinnedFiles(line: string, directory: string): Promise<PinnedFiles> {
  const paths = new Set<string>();
  const seen = new Set<string>();
  const follow = async (text: string, folder: string, ofPackage: boolean): Promise<void> => {
    const { files, scripts } = namedFiles(text, folder, ofPackage);
    for (const file of files) paths.add(file);
    for (const { folder: place, scripts: names } of scripts) {
      const known = await scriptsOf(resolve(directory, place, 'package.json'));
      for (const name of names) {
        const script = known[name];
        const key = `${place}\0${name}`;
        if (script === undefined || seen.has(key) || paths.size > mostFiles) continue;
        seen.add(key);
        await follow(script, place, true);
      }
    }
  };
  await follow(line, '', false);
  const files: ApprovedFile[] = [];
  for (const path of [...paths].slice(0, mostFiles)) {
    const whole = resolve(directory, path);
    const hash = await hashOf(whole);
    if (hash === undefined) continue;
    const shown = isInside(directory, whole) ? relative(directory, whole) : whole;
    files.push({ path: shown, hash });
  }
  return { files, areAll: paths.size <= mostFiles };
}

/**
 * A guard to be called right before a command starts; `before` may contain files of other checks.
 * @returns a function that throws FilesChangedError if a file that the command runs has changed
 */
export function guardOf(
  line: string,
  directory: string,
  before: readonly ApprovedFile[],
): () => Promise<void> {
  return async () => {
    if (before.length === 0) return;
    const { files } = await pinnedFiles(line, directory);
    const hashes = new Map(before.map(({ path, hash }) => [path, hash]));
    const changed = files.filter(({ path, hash }) => hashes.get(path) !== hash);
    if (changed.length > 0) throw new FilesChangedError(changed.map(({ path }) => path));
  };
}

async function scriptsOf(path: string): Promise<Readonly<Record<string, string>>> {
  const bytes = await contentOf(path);
  const isRead = Buffer.isBuffer(bytes) && bytes.length <= manifestBytes;
  const text = isRead ? bytes.toString('utf8') : '';
  return packageJson.safeParse(parsedOrUndefined(text)).data?.scripts ?? {};
}

/** Null: missing; undefined: not a regular file. */
async function hashOf(path: string): Promise<string | null | undefined> {
  const content = await contentOf(path);
  if (content === null || content === undefined) return content;
  return createHash('sha256').update(content).digest('hex');
}

/** The text replaces a content that is too long, unreadable, or looks like a secret. */
async function contentOf(path: string): Promise<Buffer | string | null | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await file.stat();
    if (!found.isFile()) return undefined;
    const { size, mtimeMs, ctimeMs, ino } = found;
    const isRead = size <= mostBytes && !isSecretFile(path);
    return isRead ? await file.readFile() : [size, mtimeMs, ctimeMs, ino].join(' ');
  } catch (error) {
    const code = errnoOf(error) ?? 'EIO';
    return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code) ? null : code;
  }
}
