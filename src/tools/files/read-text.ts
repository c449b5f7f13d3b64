import type { FileHandle } from 'node:fs/promises';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { toolTexts } from '../../protocol/texts/tools.js';

/** What is looked at to tell text from other data, bytes. */
export const probedBytes = 8000;

/**
 * The bytes of a text file inside the workspace.
 * @throws RefusedError when it is missing, a directory, larger than `maxBytes`, or binary.
 */
export async function readTextFile(
  root: ConfinedRoot,
  path: string,
  maxBytes: number,
): Promise<Buffer> {
  const { file: opened, size } = await openTextFile(root, path);
  await using file = opened;
  const bytes = await readAtMost(file, size, maxBytes);
  if (!bytes) throw new RefusedError(toolTexts.tooLarge(path, maxBytes));
  if (isBinary(bytes)) throw new RefusedError(toolTexts.isBinary(path));
  return bytes;
}

/**
 * A file inside the workspace, to be closed by whoever asks for it.
 * @throws RefusedError when it is missing, or a directory.
 */
export async function openTextFile(
  root: ConfinedRoot,
  path: string,
): Promise<{ readonly file: FileHandle; readonly size: number }> {
  const found = await root.find(path);
  if (found.kind === 'file') return found;
  if (found.kind === 'missing') throw new RefusedError(toolTexts.noFile(path));
  await found.directory.close();
  throw new RefusedError(toolTexts.isDirectory(path));
}

/** The whole file, or undefined when it has more than `maxBytes`; what it grows by meanwhile is left out. */
export async function readAtMost(
  file: FileHandle,
  size: number,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (size > maxBytes) return undefined;
  const buffer = Buffer.alloc(size + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return bytesRead > maxBytes ? undefined : buffer.subarray(0, bytesRead);
}

/** A NUL at the beginning. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, probedBytes).includes(0);
}

/** Lines without their ends; what follows the last line end is no line when it is empty. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
