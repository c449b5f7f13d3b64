import type { FileHandle } from 'node:fs/promises';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { toolTexts } from '../../protocol/texts/tools.js';

/** Bytes examined to tell text from binary data. */
export const probedBytes = 8000;

/**
 * The bytes of a text file in the workspace.
 * @throws RefusedError if it is missing, a directory, larger than `maxBytes`, or binary.
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
 * Opens a file in the workspace; the caller closes it.
 * @throws RefusedError if it is missing or a directory.
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

/** The whole file, or undefined beyond `maxBytes`; growth during the read is ignored. */
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

/** True if the beginning contains a NUL. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, probedBytes).includes(0);
}

/** Lines without their ends; an empty rest after the last line end is not a line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
