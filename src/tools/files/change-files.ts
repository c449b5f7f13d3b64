import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { PathLocks } from '../../platform/fleet/path-locks.js';
import { FileChangedError } from '../../platform/paths/path-errors.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { encodedFor, readReplaceable, type StandingFile } from './editable-text.js';
import { changedSince } from './stale-write.js';
import { decodeText } from './text-encoding.js';

/** Outside an office only this process changes files. */
const inProcess = new PathLocks({ tryTake: async () => async () => undefined });

/**
 * Reads and changes files under their locks.
 * @throws RefusedError for a path that may not be written, or if the lock is held too long.
 */
export async function changingFiles(
  { workspaceRoot, locks = inProcess, signal }: ToolContext,
  paths: readonly string[],
  change: (root: ConfinedRoot) => Promise<ToolResult>,
): Promise<ToolResult> {
  const root = new ConfinedRoot(workspaceRoot);
  const names = new Map<string, string>();
  for (const path of paths) names.set(await root.lockName(path), path);
  return locks.hold(names, signal, () => change(root));
}

/**
 * Writes a text in the format of the file that it replaces.
 * @returns its size in bytes, or why nothing was written: the file was changed from outside the
 * office.
 * @throws RefusedError if the file's encoding lacks a character.
 */
export async function putText(
  { views }: Pick<ToolContext, 'views'>,
  root: ConfinedRoot,
  file: StandingFile,
  text: string,
): Promise<{ readonly bytes: number } | ToolResult> {
  const bytes = encodedFor(file, text);
  try {
    await root.write(file.path, bytes, file.bytes);
  } catch (error) {
    if (!(error instanceof FileChangedError)) throw error;
    return changedSince({ views }, file, await readReplaceable(root, file.path));
  }
  noteWritten({ views }, file.path, bytes);
  return { bytes: bytes.length };
}

/** Records what the turn wrote. */
export function noteWritten(
  { views }: Pick<ToolContext, 'views'>,
  path: string,
  bytes: Buffer,
): void {
  views?.note(path, decodeText(bytes)?.text ?? '');
}
