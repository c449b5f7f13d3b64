import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { PathLocks } from '../../platform/fleet/path-locks.js';
import { FileChangedError } from '../../platform/paths/path-errors.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { encodedFor, readReplaceable, type StandingFile } from './editable-text.js';
import { changedSince } from './stale-write.js';
import { decodeText } from './text-encoding.js';

/** Outside an office there is this process alone. */
const inProcess = new PathLocks({ tryTake: async () => async () => undefined });

/**
 * Reads and changes files while nobody else in the office does.
 * @throws RefusedError for a path that may not be written, or when others are too long at it.
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
 * Writes a text in the format of the file it replaces.
 * @returns its bytes, or why nothing was written: somebody outside the office changed the file.
 * @throws RefusedError when it holds a character that the encoding of the file lacks.
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

/** The turn knows what it wrote. */
export function noteWritten(
  { views }: Pick<ToolContext, 'views'>,
  path: string,
  bytes: Buffer,
): void {
  views?.note(path, decodeText(bytes)?.text ?? '');
}
