import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isMissing } from './errno.js';
import type { OpenDirectory } from './open-directory.js';
import { FileChangedError, notAFile } from './path-errors.js';

const draftBytes = 8;
const draftForm = /^\.[0-9a-f]{16}\.draft$/;

/** Whether a name is that of a file which is being written and not in its place yet. */
export function isDraft(name: string): boolean {
  return draftForm.test(name);
}

/**
 * Puts a file in the place of another one, whole or not at all.
 * @param candidate the path as it is told in a refusal
 * @param expected what stands there now, null for nothing; undefined: whatever it is
 * @throws FileChangedError when something else stands there
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

/** What is known of the file that is going to be replaced; undefined when there is none. */
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
 * Gives a file the owner and the permissions of the one it replaces, as far as the service may. What
 * is another's does not run in the name of the service.
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

/** Whether a file has exactly this content, or is missing where it should be. */
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
