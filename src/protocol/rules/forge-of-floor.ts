import type { Forge } from '../records/forges.js';

/**
 * The forge that gets changes of a floor: first one whose repository the floor's folder seems to be a
 * clone of. Null: none, or all are paused.
 */
export function forgeOfFloor(forges: readonly Forge[], workspaceId: string): Forge | null {
  const open = forges.filter((forge) => forge.workspaceId === workspaceId && !forge.paused);
  return open.find(({ folderNote }) => folderNote === null) ?? open[0] ?? null;
}
