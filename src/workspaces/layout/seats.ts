import type { FloorLayout } from '../../protocol/records/floor.js';
import type { Role } from '../../protocol/records/organisation.js';
import type { ModuleKit } from './module-kit.js';

interface Seat {
  readonly id: string;
  /** The room of a module seat; null in the core, where a role's own room says more. */
  readonly roomId: string | null;
}

/** A floor with the people on it. */
export interface StaffedFloor {
  readonly kit: ModuleKit;
  readonly layout: FloorLayout;
  readonly roles: readonly Role[];
}

/**
 * Every seat of a floor: the core's in name order, then those of each module in the order they were
 * added, as `<instance>::<seat>`. A module whose kind has left the kit has none.
 */
export function seatsOf(kit: ModuleKit, layout: FloorLayout): readonly Seat[] {
  const coreSeats = kit.core.seats.map((id): Seat => ({ id, roomId: null }));
  const kinds = new Map(kit.blocks.map((kind) => [kind.id, kind]));
  const moduleSeats = layout.blocks.flatMap((block): Seat[] => {
    const { seats = [], room } = kinds.get(block.kind) ?? {};
    const roomId = room === undefined ? null : `${block.id}::${room}`;
    return seats.map((seat) => ({ id: `${block.id}::${seat}`, roomId }));
  });
  return [...coreSeats, ...moduleSeats];
}

/** How many people a floor can seat: core seats and the seats of every module. */
export function capacityOf(kit: ModuleKit, layout: FloorLayout): number {
  return seatsOf(kit, layout).length;
}

/** Free seats, in the order in which new employees get them. */
export function freeSeats({ kit, layout, roles }: StaffedFloor): readonly Seat[] {
  const taken = new Set(roles.map((role) => role.seatId));
  return seatsOf(kit, layout).filter((seat) => !taken.has(seat.id));
}
