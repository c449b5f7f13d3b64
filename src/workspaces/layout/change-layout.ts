import type { FloorLayout } from '../../protocol/records/floor.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { ModuleKit } from './module-kit.js';
import { growableKinds, maxModules, planFloor } from './plan-floor.js';
import { capacityOf } from './seats.js';

interface Growth {
  /** The same object if nothing was added. */
  readonly layout: FloorLayout;
  /** Number of added modules. */
  readonly added: number;
  /** An employee has no seat and there is no room to build. */
  readonly exhausted: boolean;
}

/**
 * Grows a floor by as few modules as seat the roster. Never shrinks; lack of room is an outcome,
 * not an error.
 *
 * @param roster number of people
 * @param now time of the change, ms since the epoch
 */
export function growToSeat(
  kit: ModuleKit,
  layout: FloorLayout,
  { roster, now }: { readonly roster: number; readonly now: number },
): Growth {
  const longest = planFloor(kit, maxModules);
  let grown = layout;
  while (capacityOf(kit, grown) < roster && grown.blocks.length < longest.length) {
    grown = { blocks: longest.slice(0, grown.blocks.length + 1), updatedAt: now };
  }
  return {
    layout: grown,
    added: grown.blocks.length - layout.blocks.length,
    exhausted: capacityOf(kit, grown) < roster,
  };
}

/**
 * Adds a module.
 *
 * @throws RefusedError if the kit has nothing to build with, or every port is used or blocked
 */
export function addRoom(kit: ModuleKit, layout: FloorLayout, now: number): FloorLayout {
  if (growableKinds(kit).length === 0) throw new RefusedError(workspaceTexts.emptyKit);
  const blocks = planFloor(kit, layout.blocks.length + 1);
  if (blocks.length <= layout.blocks.length) throw new RefusedError(workspaceTexts.noRoomLeft);
  return { blocks, updatedAt: now };
}

/**
 * Removes the newest module. Its people are not moved: see `reseatStranded`.
 *
 * @throws RefusedError if only the core remains, or the rest cannot seat everyone
 */
export function removeNewest(
  kit: ModuleKit,
  layout: FloorLayout,
  floor: { readonly name: string; readonly roster: number },
): FloorLayout {
  if (layout.blocks.length === 0) throw new RefusedError(workspaceTexts.coreOnly(floor.name));
  const smaller: FloorLayout = { ...layout, blocks: layout.blocks.slice(0, -1) };
  const seatsLeft = capacityOf(kit, smaller);
  if (seatsLeft < floor.roster) {
    throw new RefusedError(workspaceTexts.roomNeeded(floor.name, floor.roster, seatsLeft));
  }
  return smaller;
}

/** A stored layout adapted to this kit, and the removed kinds of modules. */
interface FittedLayout {
  readonly layout: FloorLayout;
  readonly dropped: readonly string[];
}

/** Removes modules whose kind the kit no longer has. */
export function dropUnknownModules(kit: ModuleKit, layout: FloorLayout): FittedLayout {
  const known = new Set(growableKinds(kit).map((kind) => kind.id));
  const dropped = layout.blocks.filter((block) => !known.has(block.kind)).map(({ kind }) => kind);
  if (dropped.length === 0) return { layout, dropped };
  const blocks = layout.blocks.filter((block) => known.has(block.kind));
  return { layout: { ...layout, blocks }, dropped };
}
