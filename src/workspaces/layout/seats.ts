import type { FloorLayout } from '../../protocol/records/floor.js';
import type { Role } from '../../protocol/records/organisation.js';
import type { ModuleKit } from './module-kit.js';

export interface Seat {
  readonly id: string;
  /** Room of a module's seat; null in the core, where the role's own room applies. */
  readonly roomId: string | null;
}

/** A floor with its people. */
export interface StaffedFloor {
  readonly kit: ModuleKit;
  readonly layout: FloorLayout;
  readonly roles: readonly Role[];
}

/**
 * All seats of a floor: the core's by name, then each module's in order, as `<instance>::<seat>`. A
 * module of an unknown kind has none.
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

/** Number of seats of core and modules. */
export function capacityOf(kit: ModuleKit, layout: FloorLayout): number {
  return seatsOf(kit, layout).length;
}

/** Free seats, in the order of assignment. */
export function freeSeats({ kit, layout, roles }: StaffedFloor): readonly Seat[] {
  const taken = new Set(roles.map((role) => role.seatId));
  return seatsOf(kit, layout).filter((seat) => !taken.has(seat.id));
}
