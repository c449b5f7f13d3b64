import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';

/** File times may lag behind the clock by a tick of the kernel. */
const tickMs = 20;

/** The files that have not been made, moved, written or renamed since. @param at in ms */
export function untouchedSince(
  workspace: string,
  names: readonly string[],
  at: number,
): Promise<readonly string[]> {
  return those(
    workspace,
    names,
    ({ birthtimeMs, ctimeMs }) => Math.max(birthtimeMs, ctimeMs) < at - tickMs,
  );
}

/**
 * The files that were made earlier, whatever was done to them since; none where the file system does
 * not tell when a file was made.
 * @param at in ms
 */
export function madeBefore(
  workspace: string,
  names: readonly string[],
  at: number,
): Promise<readonly string[]> {
  return those(workspace, names, ({ birthtimeMs }) => birthtimeMs > 0 && birthtimeMs < at - tickMs);
}

async function those(
  workspace: string,
  names: readonly string[],
  holds: (stats: Stats) => boolean,
): Promise<readonly string[]> {
  const held = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(path.join(workspace, name)).catch(() => undefined);
      return stats !== undefined && holds(stats);
    }),
  );
  return names.filter((_name, index) => held[index]);
}
