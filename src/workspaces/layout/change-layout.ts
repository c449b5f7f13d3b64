import type { FloorLayout } from '../../protocol/records/floor.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { ModuleKit } from './module-kit.js';
import { growableKinds, maxModules, planFloor } from './plan-floor.js';
import { capacityOf } from './seats.js';

interface Growth {
  /** The very layout that was given when nothing was added. */
  readonly layout: FloorLayout;
  /** Modules added. */
  readonly added: number;
  /** There is no room left to build and an employee has no seat. */
  readonly exhausted: boolean;
}

/**
 * Grows a floor by as few modules as seat the whole roster. It never shrinks one, and running out of
 * room is an outcome, not an error.
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
 * The floor with one module more.
 *
 * @throws RefusedError when the kit holds nothing to build with, or every port is used or blocked
 */
export function addRoom(kit: ModuleKit, layout: FloorLayout, now: number): FloorLayout {
  if (growableKinds(kit).length === 0) throw new RefusedError(workspaceTexts.emptyKit);
  const blocks = planFloor(kit, layout.blocks.length + 1);
  if (blocks.length <= layout.blocks.length) throw new RefusedError(workspaceTexts.noRoomLeft);
  return { blocks, updatedAt: now };
}

/**
 * The floor without its newest module. Whoever sat there is not moved: see `reseatStranded`.
 *
 * @throws RefusedError when only the core stands, or the rest could not seat every employee
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

/** A stored layout as this kit can show it, and the kinds of modules that had to go. */
interface FittedLayout {
  readonly layout: FloorLayout;
  readonly dropped: readonly string[];
}

/** Leaves out the modules whose kind is no longer in the kit. */
export function dropUnknownModules(kit: ModuleKit, layout: FloorLayout): FittedLayout {
  const known = new Set(growableKinds(kit).map((kind) => kind.id));
  const dropped = layout.blocks.filter((block) => !known.has(block.kind)).map(({ kind }) => kind);
  if (dropped.length === 0) return { layout, dropped };
  const blocks = layout.blocks.filter((block) => known.has(block.kind));
  return { layout: { ...layout, blocks }, dropped };
}
