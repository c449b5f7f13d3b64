import type { FloorLayout, FloorState } from '../../protocol/records/floor.js';
import type { OfficeStyle } from '../../protocol/records/style.js';
import { floorTexts } from '../../protocol/texts/workspaces.js';
import type { ModuleKit } from './module-kit.js';
import { growableKinds } from './plan-floor.js';
import { seatsOf } from './seats.js';

/** The floor as shown to clients. */
export function floorState(kit: ModuleKit, layout: FloorLayout, style: OfficeStyle): FloorState {
  const seatIds = seatsOf(kit, layout).map((seat) => seat.id);
  return {
    layout,
    coreSeats: kit.core.seats.length,
    capacity: seatIds.length,
    seatIds,
    modules: growableKinds(kit),
    style,
    describe: describeLayout(kit, layout),
    // The kit is part of the service, so there is always one.
    problem: null,
  };
}

/** One line: `core only`, or the number and kinds of added rooms. */
function describeLayout(kit: ModuleKit, layout: FloorLayout): string {
  if (layout.blocks.length === 0) return floorTexts.coreAlone;
  const names = new Map(kit.blocks.map((kind) => [kind.id, kind.name]));
  return floorTexts.grown(layout.blocks.map(({ kind }) => names.get(kind) ?? kind));
}
