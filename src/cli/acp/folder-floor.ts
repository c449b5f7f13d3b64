import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Operations } from '../../client/http/operations.js';
import type { WorkspaceSummary } from '../../protocol/records/organisation.js';
import { excerpt } from '../printable.js';

/** The longest name of a floor. */
const nameCharacters = 60;

/** The floor that works in a folder. */
export async function floorIn(
  http: Operations,
  cwd: string,
  signal: AbortSignal,
): Promise<WorkspaceSummary | undefined> {
  const path = await realPathOf(cwd);
  for (const floor of await http.workspaces({ signal })) {
    if ((await realPathOf(floor.path)) === path) return floor;
  }
  return undefined;
}

/** A new floor for a folder, named after it. @throws OfficeRefusal */
export async function openFloorIn(
  http: Operations,
  cwd: string,
  signal: AbortSignal,
): Promise<WorkspaceSummary> {
  const path = await realPathOf(cwd);
  const name = excerpt(basename(path), nameCharacters - 1) || path.slice(0, nameCharacters);
  return http.createWorkspace({ name, path }, { signal });
}

/** As written where there is no such folder on this machine. */
async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
