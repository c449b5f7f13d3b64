import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isMissing } from './errno.js';
import type { OpenDirectory } from './open-directory.js';
import { FileChangedError, notAFile } from './path-errors.js';

const draftBytes = 8;
const draftForm = /^\.[0-9a-f]{16}\.draft$/;

/** True if a name belongs to a file that is still being written. */
export function isDraft(name: string): boolean {
  return draftForm.test(name);
}

/**
 * Replaces a file, completely or not at all.
 * @param candidate the path as shown in a refusal
 * @param expected present content, null for no file; undefined: anything
 * @throws FileChangedError if the content differs
 */
export async function replaceFile(
  parent: OpenDirectory,
  name: string,
  content: string | Buffer,
  candidate: string,
  expected: Buffer | null | undefined,
): Promise<void> {
  const replaced = await fileToReplace(parent, name, candidate);
  const draft = `.${randomBytes(draftBytes).toString('hex')}.draft`;
  const file = await parent.createFile(draft);
  try {
    try {
      await file.writeFile(content);
      if (replaced !== undefined) await takeAfter(file, replaced);
    } finally {
      await file.close();
    }
    if (expected !== undefined && !(await stands(parent, name, expected))) {
      throw new FileChangedError(candidate);
    }
    await parent.rename(draft, name);
  } catch (error) {
    await parent.remove(draft);
    throw error;
  }
}

/** Status of the file to be replaced; undefined if there is none. */
async function fileToReplace(
  parent: OpenDirectory,
  name: string,
  candidate: string,
): Promise<Stats | undefined> {
  let stats;
  try {
    stats = await parent.look(name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  if (!stats.isFile()) throw notAFile(candidate);
  await parent.assertWritable(name);
  return stats;
}

/**
 * Gives a file the owner and permissions of the one that it replaces, as far as the service may.
 * Set-user-id and set-group-id bits are dropped if the owner or group could not be kept.
 */
async function takeAfter(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const made = await file.stat();
  if (made.uid !== uid || made.gid !== gid) {
    await file.chown(uid, gid).catch(() => file.chown(made.uid, gid).catch(() => undefined));
  }
  const kept = await file.stat();
  const special = (kept.uid === uid ? 0o4000 : 0) | (kept.gid === gid ? 0o2000 : 0);
  await file.chmod(mode & (0o1777 | special));
}

/** True if a file has exactly this content, or is missing as expected. */
async function stands(
  parent: OpenDirectory,
  name: string,
  expected: Buffer | null,
): Promise<boolean> {
  let file;
  try {
    file = await parent.openForReading(name);
  } catch (error) {
    if (isMissing(error)) return expected === null;
    throw error;
  }
  await using opened = file;
  const stats = await opened.stat();
  if (expected === null || !stats.isFile() || stats.size !== expected.length) return false;
  const now = Buffer.alloc(expected.length + 1);
  const { bytesRead } = await opened.read(now, 0, now.length, 0);
  return expected.equals(now.subarray(0, bytesRead));
}
